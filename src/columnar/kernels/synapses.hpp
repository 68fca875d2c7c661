#pragma once

#include <cstdint>
#include <span>

namespace columnar {

// Synapses of one column, [input][cell], eight cells or more at a time. Lanes are the cells rounded up to whole vectors
// of kVectorLanes: those beyond the cells reach into the synapses of the next input, and after the last there must be
// room. Sums run in four chains, input i in chain i mod 4, so that every instruction set adds in one order.

/// sums[lane] ← Σ over `inputs` of their synapses, other_sums[lane] ← Σ over `others`; what lanes beyond the cells get
/// says nothing. Only added: a product could be rounded in two ways.
void sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums);

/// Moves the synapses of the inputs by change[lane], keeps them in [0, 1], and adds to moved[lane] what they really
/// moved by. The change of lanes beyond the cells must be 0.
void shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                    float* moved);

namespace plain {
void sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums);
void shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                    float* moved);
}  // namespace plain

}  // namespace columnar
