#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"

namespace columnar {

/// One array of the cortex and where its numbers stay.
struct BoundedArray {
  std::string_view name;  ///< in the plural: "weights"
  std::span<const float> numbers;
  float least = 0.0F;
  float most = 0.0F;
};

/// Where all that the cortex learns stays, after any number of presentations of any graph.  docs/equations.md#bounds
///
///   W      in [0, 1]                                       clipped whenever it moves
///   V_th   in [minimum_threshold, maximum_threshold]       clipped whenever it moves
///   θ_M    ← (1 - η) θ_M + η r²                            in [0, 1], as is r
///   L      ← (1 - η) L - η a                               in [-1, 0], a is 0 or 1
///   W_r    ← (1 - η) W_r + η x                             in [0, 1], x is 0 or 1
///   rate   ← (1 - η)^n rate + η s                          in [0, 128], s ≤ n of the n ≤ 128 presentations spiked
///   Σ_a W  finite; in [0, inputs] but for the rounding that a running sum gathers until a stage ends
///
/// η is in [0, 1] in all of these (validate in config_fields.hpp), which makes them averages: they cannot leave the
/// range of what they average, but for a rounding that they forget as they forget everything. A thousandth is left for
/// that. The bound of the rates is n η / (1 - (1 - η)^n), which is at most n. docs/decisions/0024-numerical-safety.md
[[nodiscard]] std::array<BoundedArray, 7> bounded_arrays(const CortexState& state, const Config& config) noexcept;

/// Throws Error(kConfig) that names the stage unless what every presentation may change is finite, the weights
/// themselves aside: they are clipped, which would hide a NaN, but their running sums keep it. A few thousand numbers,
/// so that it can be asked after every block. `shown` is how many presentations came before.
void require_finite_cells(const CortexState& state, std::string_view stage, std::uint64_t shown);

/// The same for the weights and the inhibition: millions of numbers, to be asked once a stage.
void require_finite_synapses(const CortexState& state, std::string_view stage, std::uint64_t shown);

}  // namespace columnar
