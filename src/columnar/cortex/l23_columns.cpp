#include "columnar/cortex/l23_columns.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/kernels/synapses.hpp"

namespace columnar {
namespace {

using Lanes = Eigen::Array<float, kVectorLanes, 1>;
constexpr std::size_t kColumnsPerTask = 16;
constexpr std::size_t kAhead = 2;  ///< stimuli prefetched

/// Computes the drives of one column for one stimulus after another.
class ColumnDriver {
 public:
  ColumnDriver(const CortexState& state, const ColumnConfig& config, std::uint32_t column)
      : state_(state), synapses_(state.synapses(column, 0)), gain_(static_cast<float>(config.identity_gain)) {
    const float* sums = state.weight_sums.data() + state.cell_index(column, 0);
    const auto scale = static_cast<float>(config.drive_scale * state.inputs);
    for (std::uint32_t lane = 0; lane < state.lanes; ++lane) {
      factors_[lane] = lane < state.cells && sums[lane] > 0.0F ? scale / sums[lane] : 0.0F;
    }
  }

  /// Returns the sum over the cells.
  float drive(const Stimulus& stimulus, float* drive) const noexcept {
    std::array<float, kMaximumLanes> from_identity;  // NOLINT(cppcoreguidelines-pro-type-member-init): all of it is set
    sum_synapses(synapses_, state_.cells, stimulus.class_inputs, stimulus.identity_inputs, drive, from_identity.data());
    const float share = 1.0F / static_cast<float>(stimulus.class_inputs.size() + stimulus.identity_inputs.size());
    float sum = 0.0F;
    for (std::uint32_t lane = 0; lane < state_.lanes; lane += kVectorLanes) {
      Eigen::Map<Lanes> out(drive + lane);
      const Lanes driven = (out + gain_ * Eigen::Map<const Lanes>(from_identity.data() + lane)) *
                           (share * Eigen::Map<const Lanes>(factors_.data() + lane));
      out = driven;
      sum += driven.sum();
    }
    return sum;
  }

 private:
  const CortexState& state_;
  const float* synapses_;
  float gain_;
  std::array<float, kMaximumLanes> factors_{};  ///< S · N / Σ_a W_a of each cell, 0 for lanes beyond the cells
};

}  // namespace

void column_drive(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus, std::uint32_t column,
                  float* drive) noexcept {
  ColumnDriver(state, config, column).drive(stimulus, drive);
}

std::uint32_t first_to_fire(const CortexState& state, std::uint32_t column, const float* drive) noexcept {
  const float* thresholds = state.thresholds.data() + state.cell_index(column, 0);
  std::uint32_t best = 0;
  for (std::uint32_t k = 1; k < state.cells; ++k) {
    // D_k / V_k > D_best / V_best without dividing: thresholds are positive.
    if (drive[k] * thresholds[best] > drive[best] * thresholds[k]) {
      best = k;
    }
  }
  return best;
}

void ColumnCompetition::drive_column(std::span<const Stimulus> stimuli, std::uint32_t column) {
  const std::span<const Candidate> candidates = candidates_.of(column);
  if (candidates.empty()) {
    return;
  }
  fetch_synapses(state_, column, candidates.size());
  const ColumnDriver driver(state_, config_, column);
  const float share = 1.0F / static_cast<float>(state_.cells);
  for (const Candidate& candidate : candidates) {
    float* drive = drives_.data() + static_cast<std::size_t>(candidate.slot) * state_.lanes;
    means_[candidate.slot] = share * driver.drive(stimuli[candidate.stimulus], drive);
  }
}

void ColumnCompetition::inhibit(std::span<const std::uint16_t> columns, Scratch& scratch) const {
  top_k(scratch.scores, config_.active_columns, scratch.order);
  const float gain = static_cast<float>(config_.lateral_gain) / static_cast<float>(config_.active_columns);
  for (std::uint32_t& winner : scratch.order) {
    winner = columns[winner] * state_.columns;  // row of the winner
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float* lateral = state_.lateral.data() + columns[i];
    float inhibition = 0.0F;
    for (const std::uint32_t row : scratch.order) {
      inhibition += lateral[row];
    }
    scratch.scores[i] *= std::max(1.0F + gain * inhibition, 0.0F);  // this order of arguments keeps NaN
  }
}

void ColumnCompetition::rank_one(const Stimulus& stimulus, std::size_t first_slot, Scratch& scratch,
                                 Activity& activity) const {
  const std::uint32_t lanes = state_.lanes;
  const std::size_t count = stimulus.columns.size();
  const float* means = means_.data() + first_slot;
  require_finite({means, count}, "columns", "the drive of a column");
  scratch.scores.resize(count);
  // Eigen's roots and powers depend on the alignment of an array; these do not.
  if (config_.drive_exponent == 0.5) {
    for (std::size_t i = 0; i < count; ++i) {
      scratch.scores[i] = stimulus.eligibility[i] * std::sqrt(means[i]);
    }
  } else {
    const auto exponent = static_cast<float>(config_.drive_exponent);
    for (std::size_t i = 0; i < count; ++i) {
      scratch.scores[i] = stimulus.eligibility[i] * std::pow(means[i], exponent);
    }
  }
  require_finite(scratch.scores, "columns", "the score of a column");
  if (config_.lateral_gain > 0.0) {
    inhibit(stimulus.columns, scratch);
    require_finite(scratch.scores, "columns", "the score of a column, once inhibited,");
  }
  top_k(scratch.scores, ranks_, scratch.order);

  activity.columns.resize(scratch.order.size());
  activity.scores.resize(scratch.order.size());
  activity.cells.resize(scratch.order.size());
  activity.drives.resize(scratch.order.size() * lanes);
  for (std::size_t r = 0; r < scratch.order.size(); ++r) {
    const std::uint32_t i = scratch.order[r];
    const float* drive = drives_.data() + (first_slot + i) * lanes;
    activity.columns[r] = stimulus.columns[i];
    activity.scores[r] = scratch.scores[i];
    activity.cells[r] = static_cast<std::uint8_t>(first_to_fire(state_, stimulus.columns[i], drive));
    std::copy(drive, drive + lanes, activity.drives.begin() + static_cast<std::ptrdiff_t>(r * lanes));
  }
}

void ColumnCompetition::drive(std::span<const Stimulus> stimuli, int threads) {
  first_slots_.resize(stimuli.size());
  std::uint32_t slots = 0;
  for (std::size_t i = 0; i < stimuli.size(); ++i) {
    first_slots_[i] = slots;
    slots += static_cast<std::uint32_t>(stimuli[i].columns.size());
  }
  candidates_.group(state_.columns, [&](const auto& visit) {
    for (std::uint32_t i = 0; i < stimuli.size(); ++i) {
      std::uint32_t slot = first_slots_[i];
      for (const std::uint16_t column : stimuli[i].columns) {
        visit(column, Candidate{i, slot++});
      }
    }
  });
  drives_.resize(static_cast<std::size_t>(slots) * state_.lanes);
  means_.resize(slots);
  parallel_blocks(threads, state_.columns, kColumnsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t column = begin; column < end; ++column) {
      drive_column(stimuli, static_cast<std::uint32_t>(column));
    }
  });
}

void ColumnCompetition::rank(std::span<const Stimulus> stimuli, std::size_t first,
                             std::span<Activity> activities) const {
  Scratch scratch;
  for (std::size_t i = 0; i < activities.size(); ++i) {
    if (i + kAhead < activities.size()) {
      __builtin_prefetch(stimuli[first + i + kAhead].columns.data());
      __builtin_prefetch(stimuli[first + i + kAhead].eligibility.data());
    }
    rank_one(stimuli[first + i], first_slots_[first + i], scratch, activities[i]);
  }
}

}  // namespace columnar
