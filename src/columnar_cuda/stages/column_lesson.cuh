#pragma once

#include <cstdint>

#include "columnar/cortex/lif.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar_cuda/stages/drive.cuh"

// What the kernels of column_training.cu read, and the rules as a warp applies them to a column.

namespace columnar::cuda {

/// Below this, the CPU does not take exponentials: cortex/plasticity.cpp.
inline constexpr float kFaintestLogit = -60.0F;
inline constexpr std::uint32_t kChains = kWarp / kLanesAtOnce;  ///< of the sums of changes, as in shift_synapses

/// A column that wins, and its first cell to fire.
struct Win {
  std::uint32_t slot;  ///< of its drives
  std::uint16_t column;
  std::uint16_t cell;
  float rate;
};

/// A block of presentations and the constants of the rules.
struct Lesson {
  const Presentation* shown;  ///< of the block
  const float* modulators;    ///< parallel to shown
  std::uint32_t size;
  const std::uint16_t* code;  ///< [node][active]
  std::uint32_t active;
  std::uint32_t class_active;
  const std::uint16_t* columns;  ///< [node][width]
  const float* eligibility;
  std::uint32_t width;      ///< candidates of a node
  std::uint32_t competing;  ///< the first ones, which compete
  std::uint32_t winners;
  float* drives;           ///< [shown][competing][lane]
  float* means;            ///< [shown][competing]
  Win* wins;               ///< [shown][winner]
  std::uint16_t* winning;  ///< their columns
  int* not_finite;
};

struct RuleNumbers {
  const float* charge;  ///< [step - 1]: LifClock
  std::uint32_t steps;
  const float* rate_of;  ///< [step]
  bool bcm;
  bool anti_ce;
  bool lateral;
  bool intrinsic;
  float bcm_rate;
  float bcm_threshold_rate;
  float anti_ce_rate;
  float anti_ce_inverse;  ///< 1 / temperature
  float lateral_rate;
  float firing_average_rate;
  float low;  ///< bounds of thresholds
  float high;
};

/// The firing rate of a cell that a drive charges.
__device__ inline float rate_of_cell(const RuleNumbers& rules, float drive, float threshold) {
  for (std::uint32_t t = 0; t < rules.steps; ++t) {
    if (drive * rules.charge[t] >= threshold) {
      return rules.rate_of[t + 1];
    }
  }
  return rules.rate_of[LifClock::kSilent];
}

/// The sum over eight lanes of a warp, in the order of a vector; all eight receive it.
__device__ inline float sum_of_vector(float value) {
  value += __shfl_xor_sync(kAllLanes, value, 4);
  value += __shfl_xor_sync(kAllLanes, value, 2);
  return value + __shfl_xor_sync(kAllLanes, value, 1);
}

/// The slow rules for one column that won. The warp's lanes are kChains chains of kLanesAtOnce cells.
class ColumnLesson {
 public:
  __device__ ColumnLesson(const Lesson& lesson, const CortexView& cortex, const RuleNumbers& rules,
                          std::uint32_t column)
      : lesson_(lesson), cortex_(cortex), rules_(rules), column_(column) {}

  /// Moves the synapses of the active inputs.
  __device__ void move(const Win& win, std::uint32_t shown) {
    const float modulator = lesson_.modulators[shown];
    const float* drive = lesson_.drives + std::size_t{win.slot} * cortex_.lanes;
    const std::uint32_t lane = lane_index() % kLanesAtOnce;
    float peak = 0.0F;
    float sum = 0.0F;
    if (rules_.anti_ce) {
      for (std::uint32_t cell = 0; cell < cortex_.lanes; ++cell) {
        peak = fmaxf(peak, drive[cell]);
      }
      for (std::uint32_t first = 0; first < cortex_.lanes; first += kLanesAtOnce) {
        sum += sum_of_vector(share_of(drive, peak, first + lane));
      }
    }
    float learned = 0.0F;
    if (rules_.bcm) {
      float& theta = cortex_.sliding[std::size_t{column_} * cortex_.lanes + win.cell];
      learned = rules_.bcm_rate * win.rate * (win.rate - theta) * modulator;
      __syncwarp();
      if (lane_index() == 0) {
        theta = __fmaf_rn(rules_.bcm_threshold_rate, __fmaf_rn(win.rate, win.rate, -theta), theta);
      }
    }
    const float factor = rules_.anti_ce_rate / sum;
    for (std::uint32_t first = 0; first < cortex_.lanes; first += kLanesAtOnce) {
      const std::uint32_t cell = first + lane;
      float change = rules_.bcm && cell == win.cell ? learned : 0.0F;
      if (rules_.anti_ce) {
        change = __fmaf_rn(factor, share_of(drive, peak, cell), change);
        change -= cell == win.cell ? rules_.anti_ce_rate : 0.0F;
      }
      shift(lesson_.shown[shown].v, cell, change);
    }
    __syncwarp();
  }

  /// The row of lateral inhibition learns from the columns that won together, one win after the other.
  __device__ void inhibit(const std::uint16_t* together) {
    fade();
    const float step = rules_.lateral_rate / factor_;
    for (std::uint32_t k = lane_index(); k < lesson_.winners; k += kWarp) {
      if (together[k] != column_) {
        row()[together[k]] -= step;
      }
    }
    __syncwarp();
  }
  /// Writes the true weights of that row.
  __device__ void settle() {
    __syncwarp();
    for (std::uint32_t to = lane_index(); to < cortex_.columns; to += kWarp) {
      row()[to] *= factor_;
    }
    __syncwarp();
    factor_ = 1.0F;
  }

 private:
  /// The share of a cell before it is divided by the sum; 0 beyond the cells.
  [[nodiscard]] __device__ float share_of(const float* drive, float peak, std::uint32_t cell) const {
    const float logit = fmaxf((drive[cell] - peak) * rules_.anti_ce_inverse, kFaintestLogit);
    return cell < cortex_.cells ? expf(logit) : 0.0F;
  }

  /// Changes the synapses of all active inputs to one cell, a chain of inputs each lane.
  __device__ void shift(std::size_t node, std::uint32_t cell, float change) {
    const std::uint16_t* code = lesson_.code + node * lesson_.active;
    float* synapses = cortex_.synapses + std::size_t{column_} * cortex_.inputs * cortex_.lanes + cell;
    float moved = 0.0F;
#pragma unroll 4
    for (std::uint32_t i = lane_index() / kLanesAtOnce; i < lesson_.active; i += kChains) {
      float& synapse = synapses[std::size_t{code[i]} * cortex_.lanes];
      const float before = synapse;
      const float after = fminf(fmaxf(before + change, 0.0F), 1.0F);
      synapse = after;
      moved += after - before;
    }
    moved += __shfl_xor_sync(kAllLanes, moved, kLanesAtOnce);
    moved += __shfl_xor_sync(kAllLanes, moved, 2 * kLanesAtOnce);
    if (lane_index() < kLanesAtOnce) {
      cortex_.weight_sums[std::size_t{column_} * cortex_.lanes + cell] += moved;
    }
  }

  __device__ void fade() {
    constexpr float kFaintest = 1e-12F;  // of FadingRow
    factor_ *= 1.0F - rules_.lateral_rate;
    if (factor_ < kFaintest) {
      settle();
    }
  }
  [[nodiscard]] __device__ float* row() const { return cortex_.lateral + std::size_t{column_} * cortex_.columns; }

  const Lesson& lesson_;
  const CortexView& cortex_;
  const RuleNumbers& rules_;
  std::uint32_t column_;
  float factor_ = 1.0F;  ///< of the row of lateral inhibition
};

}  // namespace columnar::cuda
