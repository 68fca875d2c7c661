#include "columnar/cortex/plasticity.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "columnar/kernels/synapses.hpp"

namespace columnar {
namespace {

using Lanes = Eigen::Array<float, kVectorLanes, 1>;
constexpr float kWakingFactor = 0.97F;
/// Below this, the exponential times a learning rate would be denormal, which takes a processor a hundred cycles.
constexpr float kFaintestLogit = -60.0F;

/// A vector with ones in the first `count` lanes (at most all) and zeros in the rest.
const float* ones_in_first(std::uint32_t count) noexcept {
  static constexpr auto kOnesThenZeros = [] {
    std::array<float, 2 * kVectorLanes> numbers{};
    std::fill_n(numbers.begin(), kVectorLanes, 1.0F);
    return numbers;
  }();
  return kOnesThenZeros.data() + kVectorLanes - std::min(kVectorLanes, count);
}

}  // namespace

void add_bcm(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell, float rate,
             float modulator, SynapseChange& change) noexcept {
  float& theta = state.sliding[state.cell_index(column, cell)];
  change[cell] += static_cast<float>(config.bcm_rate) * rate * (rate - theta) * modulator;
  theta += static_cast<float>(config.bcm_threshold_rate) * (rate * rate - theta);
}

void add_anti_ce(const PlasticityConfig& config, std::uint32_t cells, std::uint32_t winner, const float* drive,
                 SynapseChange& change) noexcept {
  const auto inverse = static_cast<float>(1.0 / config.anti_ce_temperature);
  std::array<float, kMaximumLanes> share;
  float peak = 0.0F;
  for (std::uint32_t lane = 0; lane < cells; lane += kVectorLanes) {
    peak = std::max(peak, Eigen::Map<const Lanes>(drive + lane).maxCoeff());
  }
  float sum = 0.0F;
  for (std::uint32_t lane = 0; lane < cells; lane += kVectorLanes) {
    const Lanes logits = ((Eigen::Map<const Lanes>(drive + lane) - peak) * inverse).max(kFaintestLogit);
    const Lanes shares = logits.exp() * Eigen::Map<const Lanes>(ones_in_first(cells - lane));
    Eigen::Map<Lanes>(share.data() + lane) = shares;
    sum += shares.sum();
  }
  const float factor = static_cast<float>(config.anti_ce_rate) / sum;
  for (std::uint32_t lane = 0; lane < cells; lane += kVectorLanes) {
    Eigen::Map<Lanes>(change.data() + lane) += factor * Eigen::Map<const Lanes>(share.data() + lane);
  }
  change[winner] -= static_cast<float>(config.anti_ce_rate);
}

void move_synapses(CortexState& state, std::uint32_t column, std::span<const std::uint16_t> l4,
                   const SynapseChange& change) noexcept {
  shift_synapses(state.synapses(column, 0), state.cells, l4, change.data(),
                 state.weight_sums.data() + state.cell_index(column, 0));
}

LateralRow::LateralRow(CortexState& state, const PlasticityConfig& config, std::uint32_t from) noexcept
    : from_(from),
      row_(std::span(state.lateral).subspan(static_cast<std::size_t>(from) * state.columns, state.columns),
           static_cast<float>(config.lateral_rate)) {}

void LateralRow::add(std::span<const std::uint16_t> winners) noexcept {
  const float step = row_.fade();
  for (const std::uint16_t to : winners) {
    if (to != from_) {
      row_[to] -= step;
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

std::size_t wake_silent_cells(CortexState& state, const ColumnConfig& columns, std::uint32_t column,
                              std::span<const std::uint32_t> spikes) noexcept {
  if (std::accumulate(spikes.begin(), spikes.end(), 0U) < state.cells) {
    return 0;
  }
  const auto low = static_cast<float>(columns.minimum_threshold);
  std::size_t moved = 0;
  for (std::uint32_t k = 0; k < state.cells; ++k) {
    float& threshold = state.thresholds[state.cell_index(column, k)];
    if (spikes[k] == 0 && threshold > low) {
      threshold = std::max(low, threshold * kWakingFactor);
      ++moved;
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

OutstarRow::OutstarRow(CortexState& state, const PlasticityConfig& config, std::uint32_t neuron) noexcept
    : row_(std::span(state.readout)
               .subspan(std::size_t{neuron} * state.columns * state.cells,
                        static_cast<std::size_t>(state.columns) * state.cells),
           static_cast<float>(config.outstar_rate)) {}

void OutstarRow::add(std::span<const std::uint16_t> firing) noexcept {
  const float step = row_.fade();
  for (const std::uint16_t i : firing) {
    row_[i] += step;
  }
}

}  // namespace columnar
