#pragma once

#include <cstdint>
#include <span>

namespace columnar {

// Synapses of one column, [input][cell], eight or more cells at a time. Lanes are the cells rounded up to whole vectors
// of kVectorLanes: those beyond the cells overlap the synapses of the next input, and the last input needs padding.
// Sums run in four chains, input i in chain i mod 4, so that every instruction set adds in the same order.

/// sums[lane] ← Σ over `inputs` of their synapses, other_sums[lane] ← Σ over `others`; lanes beyond the cells are
/// undefined. Additions only: a product could be rounded in two ways (FMA).
void sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums);

/// Changes the synapses of the inputs by change[lane], clips them to [0, 1], and adds the actual change to moved[lane].
/// The change of lanes beyond the cells must be 0.
void shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                    float* moved);

namespace plain {
void sum_synapses(const float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs,
                  std::span<const std::uint16_t> others, float* sums, float* other_sums);
void shift_synapses(float* synapses, std::uint32_t cells, std::span<const std::uint16_t> inputs, const float* change,
                    float* moved);
}  // namespace plain

}  // namespace columnar
