#include "columnar/cortex/firing.hpp"

#include <algorithm>

namespace columnar {

namespace {

std::uint16_t firing_cell(const Activity& activity, std::size_t rank, const CortexState& state) noexcept {
  return static_cast<std::uint16_t>(activity.columns[rank] * state.cells + activity.cells[rank]);
}

}  // namespace

std::vector<std::uint16_t> firing_cells(const Activity& activity, const CortexState& state) {
  std::vector<std::uint16_t> cells(activity.columns.size());
  for (std::size_t rank = 0; rank < cells.size(); ++rank) {
    cells[rank] = firing_cell(activity, rank, state);
  }
  return cells;
}

Firing fire(const L4Codes& l4, const Eligibility& eligibility, const Config& config, const CortexState& state,
            int threads) {
  const std::size_t nodes = l4.bits.size() / l4.active;
  const std::uint32_t ranks = config.l23.active_columns + config.readout.l5a_active;
  Firing firing;
  firing.ranks = std::min(ranks, eligibility.width);
  firing.cells.resize(nodes * firing.ranks);
  firing.scores.resize(nodes * firing.ranks);
  for_each_batch(
      state, config.l23, ranks, nodes, [&](std::size_t i) { return stimulus_of(i, l4, eligibility); }, threads,
      [&](std::size_t first, std::span<const Activity> activities) {
        for (std::size_t i = 0; i < activities.size(); ++i) {
          const Activity& activity = activities[i];
          const std::size_t row = (first + i) * firing.ranks;
          for (std::size_t rank = 0; rank < firing.ranks; ++rank) {
            firing.cells[row + rank] = firing_cell(activity, rank, state);
            firing.scores[row + rank] = activity.scores[rank];
          }
        }
      });
  return firing;
}

}  // namespace columnar
