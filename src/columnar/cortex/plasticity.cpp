#include "columnar/cortex/plasticity.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "columnar/cortex/synapse_kernels.hpp"

namespace columnar {
namespace {

using Lanes = Eigen::Array<float, kVectorLanes, 1>;
constexpr float kWakingFactor = 0.9F;

}  // namespace

void add_bcm(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell, float rate,
             float modulator, SynapseChange& change) noexcept {
  float& theta = state.sliding[state.cell_index(column, cell)];
  change[cell] += static_cast<float>(config.bcm_rate) * rate * (rate - theta) * modulator;
  theta += static_cast<float>(config.bcm_threshold_rate) * (rate * rate - theta);
}

void add_anti_ce(const PlasticityConfig& config, std::uint32_t cells, std::uint32_t winner, const float* drive,
                 SynapseChange& change) noexcept {
  std::array<float, kMaximumLanes> share;
  const auto inverse = static_cast<float>(1.0 / config.anti_ce_temperature);
  const float peak = *std::max_element(drive, drive + cells);
  // Whole vectors, for the sake of a fast exponential; lanes beyond the cells are worth nothing.
  for (std::uint32_t lane = 0; lane < cells; lane += kVectorLanes) {
    Lanes logits = Lanes::Constant(-std::numeric_limits<float>::max());
    for (std::uint32_t k = 0; k < std::min(kVectorLanes, cells - lane); ++k) {
      logits[k] = (drive[lane + k] - peak) * inverse;
    }
    Eigen::Map<Lanes>(share.data() + lane) = logits.exp();
  }
  float sum = 0.0F;
  for (std::uint32_t k = 0; k < cells; ++k) {
    sum += share[k];
  }
  const float factor = static_cast<float>(config.anti_ce_rate) / sum;
  for (std::uint32_t k = 0; k < cells; ++k) {
    change[k] += factor * share[k];
  }
  change[winner] -= static_cast<float>(config.anti_ce_rate);
}

void move_synapses(CortexState& state, std::uint32_t column, std::span<const std::uint16_t> l4,
                   const SynapseChange& change) noexcept {
  synapse_kernels().move(state.synapses(column, 0), state.cells, l4, change.data(),
                         state.weight_sums.data() + state.cell_index(column, 0));
}

void apply_lateral(CortexState& state, const PlasticityConfig& config, std::uint32_t from,
                   std::span<const std::uint16_t> winners) noexcept {
  const auto rate = static_cast<float>(config.lateral_rate);
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

void apply_outstar(CortexState& state, const PlasticityConfig& config, std::uint32_t neuron, const Firing& firing,
                   std::span<const NodeIndex> shown) noexcept {
  const auto rate = static_cast<float>(config.outstar_rate);
  const std::size_t cells = static_cast<std::size_t>(state.columns) * state.cells;
  float* row = state.readout.data() + neuron * cells;
  // The row is kept as `fading` times what is stored, so that a step touches the firing cells alone.
  float fading = 1.0F;
  const auto fade = [&] {
    for (std::size_t i = 0; i < cells; ++i) {
      row[i] *= fading;
    }
    fading = 1.0F;
  };
  constexpr float kFaintest = 1e-12F;
  for (const NodeIndex v : shown) {
    fading *= 1.0F - rate;
    if (fading < kFaintest) {
      fade();
    }
    const float step = rate / fading;
    for (const std::uint16_t i : firing.of(v)) {
      row[i] += step;
    }
  }
  fade();
}

}  // namespace columnar
