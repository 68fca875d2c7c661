#pragma once

#include <cstdint>

#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/device_cortex.hpp"

namespace columnar::cuda {

/// Lanes of a column that a thread computes at once: those of the CPU's vectors, in whose order sums run.
inline constexpr std::uint32_t kLanesAtOnce = kVectorLanes;

/// The constants of the drive and of the competition of columns.
struct ColumnNumbers {
  explicit ColumnNumbers(const ColumnConfig& config, const CortexState& state)
      : scale(static_cast<float>(config.drive_scale * state.inputs)),
        identity_gain(static_cast<float>(config.identity_gain)),
        exponent(static_cast<float>(config.drive_exponent)),
        takes_root(config.drive_exponent == 0.5),
        inhibits(config.lateral_gain > 0.0),
        lateral_gain(static_cast<float>(config.lateral_gain) / static_cast<float>(config.active_columns)),
        winners(config.active_columns) {}

  float scale;  ///< S · N
  float identity_gain;
  float exponent;
  bool takes_root;  ///< the exponent is 1/2
  bool inhibits;
  float lateral_gain;  ///< of one winner
  std::uint32_t winners;
};

/// The active inputs of a node.
struct Inputs {
  const std::uint16_t* code;
  std::uint32_t active;
  std::uint32_t class_active;  ///< the leading ones
};

/// sums[lane] ← Σ over inputs of their synapses, in the four chains of sum_synapses (kernels/synapses.hpp).
__device__ inline void sum_lanes(const float* synapses, std::uint32_t lanes, const std::uint16_t* inputs,
                                 std::uint32_t count, float* sums) {
  constexpr std::uint32_t kChains = 4;
  float chain[kChains][kLanesAtOnce] = {};
  for (std::uint32_t first = 0; first < count; first += kChains) {
#pragma unroll
    for (std::uint32_t c = 0; c < kChains; ++c) {
      if (first + c < count) {
        const auto* from = reinterpret_cast<const float4*>(synapses + std::size_t{inputs[first + c]} * lanes);
        const float4 low = from[0];
        const float4 high = from[1];
        chain[c][0] += low.x;
        chain[c][1] += low.y;
        chain[c][2] += low.z;
        chain[c][3] += low.w;
        chain[c][4] += high.x;
        chain[c][5] += high.y;
        chain[c][6] += high.z;
        chain[c][7] += high.w;
      }
    }
  }
#pragma unroll
  for (std::uint32_t lane = 0; lane < kLanesAtOnce; ++lane) {
    sums[lane] = (chain[0][lane] + chain[1][lane]) + (chain[2][lane] + chain[3][lane]);
  }
}

/// The drives of kLanesAtOnce cells of a column from `first` on, as column_drive has them; returns their sum, in the
/// order of a vector.
__device__ inline float drive_lanes(const CortexView& cortex, const ColumnNumbers& numbers, const Inputs& inputs,
                                    std::uint32_t column, std::uint32_t first, float* drive) {
  const float* synapses = cortex.synapses + std::size_t{column} * cortex.inputs * cortex.lanes + first;
  float from_identity[kLanesAtOnce];
  sum_lanes(synapses, cortex.lanes, inputs.code, inputs.class_active, drive);
  sum_lanes(synapses, cortex.lanes, inputs.code + inputs.class_active, inputs.active - inputs.class_active,
            from_identity);
  const float share = 1.0F / static_cast<float>(inputs.active);
  const float* sums = cortex.weight_sums + std::size_t{column} * cortex.lanes + first;
#pragma unroll
  for (std::uint32_t lane = 0; lane < kLanesAtOnce; ++lane) {
    const float factor = first + lane < cortex.cells && sums[lane] > 0.0F ? numbers.scale / sums[lane] : 0.0F;
    drive[lane] = __fmaf_rn(numbers.identity_gain, from_identity[lane], drive[lane]) * (share * factor);
  }
  return ((drive[0] + drive[4]) + (drive[2] + drive[6])) + ((drive[1] + drive[5]) + (drive[3] + drive[7]));
}

/// Finds the first cell to fire as lanes come, kLanesAtOnce at a time: first_to_fire (cortex/l23_columns.hpp).
class FirstCell {
 public:
  __device__ FirstCell(const CortexView& cortex, std::uint32_t column)
      : cells_(cortex.cells), thresholds_(cortex.thresholds + std::size_t{column} * cortex.lanes) {}

  /// The drives of the lanes from `first` on.
  __device__ void see(std::uint32_t first, const float* drive) {
#pragma unroll
    for (std::uint32_t lane = 0; lane < kLanesAtOnce; ++lane) {
      const std::uint32_t cell = first + lane;
      if (cell < cells_ && (cell == 0 || drive[lane] * threshold_ > drive_ * thresholds_[cell])) {
        cell_ = cell;
        drive_ = drive[lane];
        threshold_ = thresholds_[cell];
      }
    }
  }
  [[nodiscard]] __device__ std::uint32_t cell() const { return cell_; }
  [[nodiscard]] __device__ float drive() const { return drive_; }
  [[nodiscard]] __device__ float threshold() const { return threshold_; }

 private:
  std::uint32_t cells_;
  const float* thresholds_;
  std::uint32_t cell_ = 0;
  float drive_ = 0.0F;
  float threshold_ = 0.0F;
};

/// Why a competition failed: what was not finite.
enum class NotFinite : int { kNothing = 0, kDrive = 1, kScore = 2, kInhibitedScore = 4 };

/// The score of a column by the mean of its drives.
__device__ inline float score_of(const ColumnNumbers& numbers, float eligibility, float mean) {
  return eligibility * (numbers.takes_root ? sqrtf(mean) : powf(mean, numbers.exponent));
}

/// Lateral inhibition of the candidates of one node, by a warp: scores of the columns, and room for the winners.
__device__ inline void inhibit(const CortexView& cortex, const ColumnNumbers& numbers, const std::uint16_t* columns,
                               std::uint32_t width, float* scores, std::uint16_t* winners) {
  const auto key_of = [scores](std::uint32_t i) { return order_key(scores[i]); };
  const std::uint32_t count = min(numbers.winners, width);
  for (std::uint32_t i = lane_index(); i < width; i += kWarp) {
    const std::uint32_t rank = rank_of(i, width, key_of);
    if (rank < count) {
      winners[rank] = columns[i];
    }
  }
  __syncwarp();
  for (std::uint32_t i = lane_index(); i < width; i += kWarp) {
    float inhibition = 0.0F;
    for (std::uint32_t winner = 0; winner < count; ++winner) {
      inhibition += cortex.lateral[std::size_t{winners[winner]} * cortex.columns + columns[i]];
    }
    const float share = __fmaf_rn(numbers.lateral_gain, inhibition, 1.0F);
    scores[i] *= share < 0.0F ? 0.0F : share;  // keeps NaN
  }
  __syncwarp();
}

}  // namespace columnar::cuda
