#pragma once

#include <cstdint>
#include <span>

#include "columnar/core/simd.hpp"

namespace columnar {

/// What is done to the synapses of one column, [input][lane], eight cells or more at a time. Lanes are whole vectors of
/// kVectorLanes; sums run in four chains, input i in chain i mod 4, so that every instruction set adds in one order.
struct SynapseKernels {
  /// sums[lane] ← Σ over the inputs of their synapses.
  void (*sum)(const float* synapses, std::uint32_t lanes, std::span<const std::uint16_t> inputs, float* sums);
  /// Moves the synapses of the inputs by change[lane], keeps them in [0, 1], and adds to moved[lane] what they really
  /// moved by.
  void (*move)(float* synapses, std::uint32_t lanes, std::span<const std::uint16_t> inputs, const float* change,
               float* moved);
};

/// The kernels for an instruction set; it must be available.
[[nodiscard]] SynapseKernels synapse_kernels(Simd simd) noexcept;

/// Those for this processor.
[[nodiscard]] const SynapseKernels& synapse_kernels();

}  // namespace columnar
