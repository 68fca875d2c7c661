#include "stages/plain_twins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/cortex/cortex_state.hpp"

namespace columnar::bench {

std::vector<double> plain_drive(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus,
                                std::uint32_t column) {
  const auto active = static_cast<double>(stimulus.class_inputs.size() + stimulus.identity_inputs.size());
  std::vector<double> drives(state.cells);
  for (std::uint32_t cell = 0; cell < state.cells; ++cell) {
    const auto incoming = static_cast<double>(state.weight_sums[state.cell_index(column, cell)]);
    double sum = 0.0;
    for (const std::uint16_t input : stimulus.class_inputs) {
      sum += static_cast<double>(state.synapses(column, input)[cell]);
    }
    for (const std::uint16_t input : stimulus.identity_inputs) {
      sum += config.identity_gain * static_cast<double>(state.synapses(column, input)[cell]);
    }
    drives[cell] = config.drive_scale * state.inputs / active * sum / incoming;
  }
  return drives;
}

std::vector<std::uint16_t> plain_ranking(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus,
                                         std::uint32_t ranks) {
  std::vector<float> drive(state.lanes);
  std::vector<float> scores(stimulus.columns.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    column_drive(state, config, stimulus, stimulus.columns[i], drive.data());
    const float mean =
        std::accumulate(drive.begin(), drive.begin() + state.cells, 0.0F) / static_cast<float>(state.cells);
    scores[i] = stimulus.eligibility[i] * std::pow(mean, static_cast<float>(config.drive_exponent));
  }
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&scores](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  order.resize(std::min<std::size_t>(ranks, order.size()));
  std::vector<std::uint16_t> best;
  for (const std::size_t i : order) {
    best.push_back(stimulus.columns[i]);
  }
  return best;
}

PairTable plain_pairs(const Walks& walks, std::uint32_t window) {
  PairTable pairs;
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const auto walk = walks.walk(w);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      for (std::size_t j = i + 1; j < walk.size() && j - i <= window; ++j) {
        if (walk[i] != walk[j]) {
          ++pairs[(std::uint64_t{std::min(walk[i], walk[j])} << 32U) | std::max(walk[i], walk[j])];
        }
      }
    }
  }
  return pairs;
}

}  // namespace columnar::bench
