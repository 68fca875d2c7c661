#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"

namespace columnar {

/// One array of the cortex and the range of its numbers.
struct BoundedArray {
  std::string_view name;  ///< plural: "weights"
  std::span<const float> numbers;
  float least = 0.0F;
  float most = 0.0F;
};

/// Bounds of everything the cortex learns, after any number of presentations of any graph.  docs/equations.md#bounds
///
///   W      in [0, 1]                                       clipped after every change
///   V_th   in [minimum_threshold, maximum_threshold]       clipped after every change
///   θ_M    ← (1 - η) θ_M + η r²                            in [0, 1], as is r
///   L      ← (1 - η) L - η a                               in [-1, 0], a is 0 or 1
///   W_r    ← (1 - η) W_r + η x                             in [0, 1], x is 0 or 1
///   rate   ← (1 - η)^n rate + η s                          in [0, 128], s ≤ n of the n ≤ 128 presentations spiked
///   Σ_a W  finite; in [0, inputs] up to the rounding that a running sum accumulates until a stage ends
///
/// In all of these η is in [0, 1] (validate in config_fields.hpp), which makes them averages: they stay in the
/// range of their inputs up to rounding, and rounding errors decay. The bounds allow for a thousandth of rounding.
/// The bound of the rates is n η / (1 - (1 - η)^n), which is at most n. docs/decisions/0024-numerical-safety.md
[[nodiscard]] std::array<BoundedArray, 7> bounded_arrays(const CortexState& state, const Config& config) noexcept;

/// Throws Error(kConfig) that names the stage unless everything a presentation may change is finite. The weights
/// themselves are not checked: clipping would hide a NaN, but their running sums keep it. A few thousand numbers, cheap
/// enough to check after every block. `shown` is the number of presentations before.
void require_finite_cells(const CortexState& state, std::string_view stage, std::uint64_t shown);

/// The same for the weights and the inhibition: millions of numbers, to be checked once per stage.
void require_finite_synapses(const CortexState& state, std::string_view stage, std::uint64_t shown);

}  // namespace columnar
