#include "columnar/cortex/firing.hpp"

#include <algorithm>

namespace columnar {

std::vector<std::uint16_t> firing_cells(const Activity& activity, const CortexState& state) {
  std::vector<std::uint16_t> cells(activity.columns.size());
  for (std::size_t rank = 0; rank < cells.size(); ++rank) {
    cells[rank] = static_cast<std::uint16_t>(activity.columns[rank] * state.cells + activity.cells[rank]);
  }
  return cells;
}

Firing fire(const L4Codes& l4, const Eligibility& eligibility, const Config& config, const CortexState& state,
            const RunContext& context) {
  constexpr std::size_t kNodesPerReport = 32'768;
  const std::size_t nodes = l4.bits.size() / l4.active;
  const std::uint32_t ranks = config.l23.active_columns + config.readout.l5a_active;
  Firing firing;
  firing.ranks = std::min(ranks, eligibility.width);
  firing.cells.resize(nodes * firing.ranks);
  firing.scores.resize(nodes * firing.ranks);
  for (std::size_t portion = 0; portion < nodes; portion += kNodesPerReport) {
    const std::size_t count = std::min(kNodesPerReport, nodes - portion);
    for_each_batch(
        state, config.l23, ranks, count, [&](std::size_t i) { return stimulus_of(portion + i, l4, eligibility); },
        context.threads,
        [&](std::size_t first, std::span<const Activity> activities) {
          for (std::size_t i = 0; i < activities.size(); ++i) {
            const auto row = static_cast<std::ptrdiff_t>((portion + first + i) * firing.ranks);
            std::ranges::copy(firing_cells(activities[i], state), firing.cells.begin() + row);
            std::ranges::copy(activities[i].scores, firing.scores.begin() + row);
          }
        });
    context.advance(static_cast<double>(portion + count) / static_cast<double>(nodes));
  }
  return firing;
}

}  // namespace columnar
