#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/kernels/float_lanes.hpp"

namespace columnar {

/// Maximum lanes of a column: the bound of cells_per_column, in whole vectors.
inline constexpr std::uint32_t kMaximumLanes = 64;

inline constexpr std::size_t kFloatsPerLine = 16;

/// Everything the cortex learns, as plain arrays that a model file stores directly.
struct CortexState {
  std::uint32_t inputs = 0;  ///< L4 neurons
  std::uint32_t columns = 0;
  std::uint32_t cells = 0;  ///< per column
  std::uint32_t lanes = 0;  ///< cells rounded up to whole vectors; unused lanes never change
  std::uint32_t l5a_size = 0;

  /// W, [column][input][cell], without padding between inputs, to save memory: a vector read of an input's synapses
  /// overlaps those of the next input, and each column ends with padding for that.
  std::vector<float> weights;
  std::vector<float> weight_sums;  ///< Σ_a W_ai, [column][lane]
  std::vector<float> thresholds;   ///< V_th, [column][lane]
  std::vector<float> sliding;      ///< θ_M of BCM, [column][lane]
  std::vector<float> rates;        ///< running firing rates of intrinsic plasticity, [column][lane]
  std::vector<float> lateral;      ///< L_col, [from][to], in [-1, 0]
  std::vector<float> readout;      ///< W_r, [l5a neuron][column · cells + cell], in [0, 1]

  [[nodiscard]] std::size_t cell_index(std::uint32_t column, std::uint32_t cell) const noexcept {
    return static_cast<std::size_t>(column) * lanes + cell;
  }
  /// Floats per column in `weights`, with padding for one vector; a multiple of a cache line.
  [[nodiscard]] std::size_t column_size() const noexcept {
    return (std::size_t{inputs} * cells + kVectorLanes + kFloatsPerLine - 1) / kFloatsPerLine * kFloatsPerLine;
  }
  [[nodiscard]] const float* synapses(std::uint32_t column, std::uint32_t input) const noexcept {
    return weights.data() + column * column_size() + std::size_t{input} * cells;
  }
  [[nodiscard]] float* synapses(std::uint32_t column, std::uint32_t input) noexcept {
    return weights.data() + column * column_size() + std::size_t{input} * cells;
  }
};

/// The cortex before learning: weights uniform in [0, 2 · initial_weight), no inhibition, no readout.
/// docs/equations.md#initial-weights
[[nodiscard]] CortexState initial_cortex(const Config& config);

/// Prefetches the synapses of a column. With many uses, one sequential sweep is faster than a cache miss for each.
inline void fetch_synapses(const CortexState& state, std::uint32_t column, std::size_t uses) noexcept {
  constexpr std::size_t kWorthIt = 8;
  if (uses >= kWorthIt) {
    const float* synapses = state.synapses(column, 0);
    for (std::size_t i = 0; i < state.column_size(); i += kFloatsPerLine) {
      __builtin_prefetch(synapses + i);
    }
  }
}

/// Recomputes the sums of incoming weights from the weights.
void refresh_weight_sums(CortexState& state);

}  // namespace columnar
