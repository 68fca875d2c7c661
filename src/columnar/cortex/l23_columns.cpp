#include "columnar/cortex/l23_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/core/top_k.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kVector = 8;

}  // namespace

void column_drive(const CortexState& state, const ColumnConfig& config, std::span<const std::uint16_t> l4,
                  std::uint32_t column, float* drive) noexcept {
  const float* weights = state.synapses(column, 0);
  const float* sums = state.weight_sums.data() + state.cell_index(column, 0);
  // A cell whose weights do not care about the input gets drive_scale.
  const auto scale = static_cast<float>(config.drive_scale * state.inputs / static_cast<double>(l4.size()));
  const auto identity_gain = static_cast<float>(config.identity_gain);
  for (std::uint32_t lane = 0; lane < state.lanes; lane += kVector) {
    std::array<float, kVector> class_sum{};
    std::array<float, kVector> identity_sum{};
    for (const std::uint16_t input : l4) {
      const float* synapses = weights + static_cast<std::size_t>(input) * state.lanes + lane;
      auto& sum = input < state.class_inputs ? class_sum : identity_sum;
      for (std::uint32_t k = 0; k < kVector; ++k) {
        sum[k] += synapses[k];
      }
    }
    for (std::uint32_t k = 0; k < kVector; ++k) {
      const float normaliser = config.weight_normalisation ? sums[lane + k] : 1.0F;
      drive[lane + k] = normaliser > 0.0F ? scale * (class_sum[k] + identity_gain * identity_sum[k]) / normaliser : 0.0F;
    }
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
  const std::size_t count = stimulus.columns.size();
  const std::uint32_t lanes = state_.lanes;
  drives_.resize(count * lanes);
  scores_.resize(count);
  const bool square_root = config_.drive_exponent == 0.5;
  for (std::size_t i = 0; i < count; ++i) {
    float* drive = drives_.data() + i * lanes;
    column_drive(state_, config_, stimulus.l4, stimulus.columns[i], drive);
    float mean = 0.0F;
    for (std::uint32_t k = 0; k < state_.cells; ++k) {
      mean += drive[k];
    }
    mean /= static_cast<float>(state_.cells);
    scores_[i] = stimulus.eligibility[i] *
                 (square_root ? std::sqrt(mean) : std::pow(mean, static_cast<float>(config_.drive_exponent)));
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
