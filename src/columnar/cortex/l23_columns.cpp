#include "columnar/cortex/l23_columns.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/top_k.hpp"

namespace columnar {
namespace {

using Lanes = Eigen::Array<float, kVectorLanes, 1>;

/// Sum of the synapses of some inputs, eight cells at once.
Lanes sum_synapses(const float* weights, std::uint32_t lanes, std::span<const std::uint16_t> inputs) noexcept {
  Lanes sum = Lanes::Zero();
  for (const std::uint16_t input : inputs) {
    sum += Eigen::Map<const Lanes>(weights + static_cast<std::size_t>(input) * lanes);
  }
  return sum;
}

}  // namespace

void column_drive(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus, std::uint32_t column,
                  float* drive) noexcept {
  const float* sums = state.weight_sums.data() + state.cell_index(column, 0);
  const auto active = static_cast<double>(stimulus.class_inputs.size() + stimulus.identity_inputs.size());
  const auto scale = static_cast<float>(config.drive_scale * state.inputs / active);
  const auto gain = static_cast<float>(config.identity_gain);
  for (std::uint32_t lane = 0; lane < state.lanes; lane += kVectorLanes) {
    const float* weights = state.synapses(column, 0) + lane;
    const Lanes from_class = sum_synapses(weights, state.lanes, stimulus.class_inputs);
    const Lanes from_identity = sum_synapses(weights, state.lanes, stimulus.identity_inputs);
    Lanes result = scale * (from_class + gain * from_identity);
    if (config.weight_normalisation) {
      const Lanes normaliser = Eigen::Map<const Lanes>(sums + lane);
      result = (normaliser > 0.0F).select(result / normaliser, 0.0F);
    }
    Eigen::Map<Lanes> out(drive + lane);
    out = result;
  }
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

void ColumnCompetition::inhibit(std::span<const std::uint16_t> columns) {
  top_k(std::span<const float>(scores_), config_.active_columns, order_);
  const float gain = static_cast<float>(config_.lateral_gain) / static_cast<float>(config_.active_columns);
  inhibition_.assign(columns.size(), 0.0F);
  for (const std::uint32_t winner : order_) {
    const float* lateral = state_.lateral.data() + static_cast<std::size_t>(columns[winner]) * state_.columns;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      inhibition_[i] += lateral[columns[i]];
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    scores_[i] *= std::max(0.0F, 1.0F + gain * inhibition_[i]);
  }
}

void ColumnCompetition::run(const Stimulus& stimulus, Activity& activity) {
  const std::uint32_t lanes = state_.lanes;
  drives_.resize(stimulus.columns.size() * lanes);
  scores_.resize(stimulus.columns.size());
  for (std::size_t i = 0; i < stimulus.columns.size(); ++i) {
    float* drive = drives_.data() + i * lanes;
    column_drive(state_, config_, stimulus, stimulus.columns[i], drive);
    const float mean = std::accumulate(drive, drive + state_.cells, 0.0F) / static_cast<float>(state_.cells);
    scores_[i] =
        stimulus.eligibility[i] *
        (config_.drive_exponent == 0.5 ? std::sqrt(mean) : std::pow(mean, static_cast<float>(config_.drive_exponent)));
  }
  if (config_.lateral_gain > 0.0) {
    inhibit(stimulus.columns);
  }
  top_k(std::span<const float>(scores_), ranks_, order_);

  activity.columns.resize(order_.size());
  activity.scores.resize(order_.size());
  activity.cells.resize(order_.size());
  activity.drives.resize(order_.size() * lanes);
  for (std::size_t rank = 0; rank < order_.size(); ++rank) {
    const std::uint32_t i = order_[rank];
    const float* drive = drives_.data() + static_cast<std::size_t>(i) * lanes;
    activity.columns[rank] = stimulus.columns[i];
    activity.scores[rank] = scores_[i];
    activity.cells[rank] = static_cast<std::uint8_t>(first_to_fire(state_, stimulus.columns[i], drive));
    std::copy(drive, drive + lanes, activity.drives.begin() + static_cast<std::ptrdiff_t>(rank * lanes));
  }
}

}  // namespace columnar
