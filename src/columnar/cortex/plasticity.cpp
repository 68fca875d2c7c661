#include "columnar/cortex/plasticity.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace columnar {
namespace {

constexpr float kMaximumWeight = 1.0F;
constexpr float kWakingFactor = 0.9F;
constexpr std::uint32_t kMaximumCells = 64;
using Lanes = Eigen::Array<float, kVectorLanes, 1>;

/// Moves one synapse, keeps it in bounds and returns what it really moved by.
float move_weight(float& weight, float change) noexcept {
  const float before = weight;
  weight = std::clamp(weight + change, 0.0F, kMaximumWeight);
  return weight - before;
}

}  // namespace

void apply_bcm(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l4,
               std::uint32_t column, std::uint32_t cell, float rate, float modulator) noexcept {
  const std::size_t index = state.cell_index(column, cell);
  float& theta = state.sliding[index];
  const float change = static_cast<float>(config.bcm_rate) * rate * (rate - theta) * modulator;
  if (change != 0.0F) {
    float moved = 0.0F;
    for (const std::uint16_t input : l4) {
      moved += move_weight(state.synapses(column, input)[cell], change);
    }
    state.weight_sums[index] += moved;
  }
  theta += static_cast<float>(config.bcm_threshold_rate) * (rate * rate - theta);
}

void apply_anti_ce(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l4,
                   std::uint32_t column, std::uint32_t winner, const float* drive) noexcept {
  std::array<float, kMaximumCells> change{};
  const auto inverse = static_cast<float>(1.0 / config.anti_ce_temperature);
  const float peak = *std::max_element(drive, drive + state.cells);
  float sum = 0.0F;
  for (std::uint32_t k = 0; k < state.cells; ++k) {
    change[k] = std::exp((drive[k] - peak) * inverse);
    sum += change[k];
  }
  const auto rate = static_cast<float>(config.anti_ce_rate);
  for (std::uint32_t k = 0; k < state.cells; ++k) {
    change[k] = rate * (change[k] / sum - (k == winner ? 1.0F : 0.0F));
  }
  // Lanes beyond the cells hold zeros and change by nothing, so whole vectors can move at once.
  for (std::uint32_t lane = 0; lane < state.lanes; lane += kVectorLanes) {
    const Lanes step = Eigen::Map<const Lanes>(change.data() + lane);
    Lanes moved = Lanes::Zero();
    for (const std::uint16_t input : l4) {
      Eigen::Map<Lanes> synapses(state.synapses(column, input) + lane);
      const Lanes after = (synapses + step).max(0.0F).min(kMaximumWeight);
      moved += after - synapses;
      synapses = after;
    }
    Eigen::Map<Lanes>(state.weight_sums.data() + state.cell_index(column, lane)) += moved;
  }
}

void apply_lateral(CortexState& state, const PlasticityConfig& config,
                   std::span<const std::uint16_t> winners) noexcept {
  const auto rate = static_cast<float>(config.lateral_rate);
  for (const std::uint16_t from : winners) {
    float* row = state.lateral.data() + static_cast<std::size_t>(from) * state.columns;
    for (std::uint32_t to = 0; to < state.columns; ++to) {
      row[to] -= rate * row[to];
    }
    for (const std::uint16_t to : winners) {
      if (to != from) {
        row[to] -= rate;
      }
    }
  }
}

void apply_intrinsic(CortexState& state, const PlasticityConfig& config, const ColumnConfig& columns,
                     std::uint32_t presentations) noexcept {
  const auto rate = static_cast<float>(config.intrinsic_rate * presentations / config.intrinsic_interval);
  const auto low = static_cast<float>(columns.minimum_threshold);
  const auto high = static_cast<float>(columns.maximum_threshold);
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    const float* rates = state.rates.data() + state.cell_index(c, 0);
    float* thresholds = state.thresholds.data() + state.cell_index(c, 0);
    float mean = 0.0F;
    for (std::uint32_t k = 0; k < state.cells; ++k) {
      mean += rates[k];
    }
    mean /= static_cast<float>(state.cells);
    for (std::uint32_t k = 0; k < state.cells; ++k) {
      thresholds[k] = std::clamp(thresholds[k] + rate * (rates[k] - mean), low, high);
    }
  }
}

std::size_t wake_silent_cells(CortexState& state, const ColumnConfig& columns,
                              std::span<const std::uint32_t> spikes) noexcept {
  const auto low = static_cast<float>(columns.minimum_threshold);
  std::size_t moved = 0;
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    const auto of_column = spikes.subspan(static_cast<std::size_t>(c) * state.cells, state.cells);
    if (std::accumulate(of_column.begin(), of_column.end(), 0U) < state.cells) {
      continue;
    }
    for (std::uint32_t k = 0; k < state.cells; ++k) {
      float& threshold = state.thresholds[state.cell_index(c, k)];
      if (of_column[k] == 0 && threshold > low) {
        threshold = std::max(low, threshold * kWakingFactor);
        ++moved;
      }
    }
  }
  return moved;
}

void fade_rates(CortexState& state, const PlasticityConfig& config, std::uint32_t presentations) noexcept {
  const auto keep = static_cast<float>(std::pow(1.0 - config.firing_average_rate, presentations));
  for (float& rate : state.rates) {
    rate *= keep;
  }
}

void count_spike(CortexState& state, const PlasticityConfig& config, std::uint32_t column,
                 std::uint32_t cell) noexcept {
  state.rates[state.cell_index(column, cell)] += static_cast<float>(config.firing_average_rate);
}

void apply_outstar(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l5a,
                   std::span<const std::uint32_t> firing_cells) noexcept {
  const auto rate = static_cast<float>(config.outstar_rate);
  const std::size_t cells = static_cast<std::size_t>(state.columns) * state.cells;
  for (const std::uint16_t j : l5a) {
    float* row = state.readout.data() + j * cells;
    for (std::size_t i = 0; i < cells; ++i) {
      row[i] -= rate * row[i];
    }
    for (const std::uint32_t i : firing_cells) {
      row[i] += rate;
    }
  }
}

}  // namespace columnar
