#include "columnar/cortex/settling.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/cortex/grouped_by_column.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/plasticity.hpp"

namespace columnar {
namespace {

/// For columns that hardly win. One or two help, further ones do not: docs/decisions/0008.
constexpr int kStrengtheningRounds = 2;

/// Strengthens columns that win for fewer nodes than they have cells: for each node for which such a column is among
/// the most eligible, every cell of the column gains bcm_rate at the node's active inputs. Recomputes the sums of
/// incoming weights, as learn_columns does. Returns false if nothing changed.
bool strengthen_starved_columns(const Firing& firing, std::size_t winners, const L4Codes& l4,
                                const Eligibility& eligibility, const PlasticityConfig& config, CortexState& state) {
  std::vector<std::uint32_t> wins(state.columns, 0);
  for (std::size_t v = 0; v < firing.nodes(); ++v) {
    for (const std::uint16_t cell : firing.of(v).first(winners)) {
      ++wins[cell / state.cells];
    }
  }
  SynapseChange change;
  std::fill_n(change.begin(), state.lanes, 0.0F);
  std::fill_n(change.begin(), state.cells, static_cast<float>(config.bcm_rate));
  bool changed = false;
  for (std::size_t v = 0; v < firing.nodes(); ++v) {
    for (const std::uint16_t column : eligibility.row_columns(v).first(winners)) {
      if (wins[column] < state.cells) {
        move_synapses(state, column, l4.code(v), change);
        changed = true;
      }
    }
  }
  if (changed) {
    refresh_weight_sums(state);
  }
  return changed;
}

/// Marks columns with a cell that fires for no node.
std::vector<bool> columns_with_silent_cells(const Firing& firing, std::size_t winners, const CortexState& state) {
  std::vector<bool> fires(static_cast<std::size_t>(state.columns) * state.cells, false);
  for (std::size_t v = 0; v < firing.nodes(); ++v) {
    for (const std::uint16_t cell : firing.of(v).first(winners)) {
      fires[cell] = true;
    }
  }
  std::vector<bool> found(state.columns, false);
  for (std::size_t cell = 0; cell < fires.size(); ++cell) {
    if (!fires[cell]) {
      found[cell / state.cells] = true;
    }
  }
  return found;
}

/// Lowers the thresholds of a column's silent cells, round after round, and then updates its cells in `firing`:
/// `places` are all entries of the column.
void settle_column(std::uint32_t column, std::span<const std::size_t> places, std::size_t winners, const L4Codes& l4,
                   const Eligibility& eligibility, const Config& config, CortexState& state, Firing& firing) {
  std::vector<float> drives(places.size() * state.lanes);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Stimulus stimulus = stimulus_of(places[i] / firing.ranks, l4, eligibility);
    column_drive(state, config.l23, stimulus, column, drives.data() + i * state.lanes);
  }
  std::vector<std::uint32_t> spikes(state.cells);
  for (std::uint32_t round = 0; round < config.plasticity.settling_rounds; ++round) {
    std::ranges::fill(spikes, 0U);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] % firing.ranks < winners) {
        ++spikes[first_to_fire(state, column, drives.data() + i * state.lanes)];
      }
    }
    if (wake_silent_cells(state, config.l23, column, spikes) == 0) {
      break;
    }
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::uint32_t cell = first_to_fire(state, column, drives.data() + i * state.lanes);
    firing.cells[places[i]] = static_cast<std::uint16_t>(column * state.cells + cell);
  }
}

}  // namespace

Firing settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                         const RunContext& context) {
  Firing firing = fire(l4, eligibility, config, state, context.threads);
  const std::size_t winners = std::min<std::size_t>(config.l23.active_columns, firing.ranks);
  for (int round = 0; config.plasticity.bcm && round < kStrengtheningRounds; ++round) {
    if (!strengthen_starved_columns(firing, winners, l4, eligibility, config.plasticity, state)) {
      break;
    }
    firing = fire(l4, eligibility, config, state, context.threads);
  }
  // Thresholds choose the cells of a column; they change neither the winner columns nor the drives. So columns settle
  // in parallel, and those without a silent cell need nothing.
  const std::vector<bool> asleep = columns_with_silent_cells(firing, winners, state);
  GroupedByColumn<std::size_t> places;
  places.group(state.columns, [&](const auto& visit) {
    for (std::size_t place = 0; place < firing.cells.size(); ++place) {
      if (const std::size_t column = firing.cells[place] / state.cells; asleep[column]) {
        visit(column, place);
      }
    }
  });
  parallel_blocks(context.threads, state.columns, 1, [&](std::size_t c, std::size_t /*end*/) {
    if (asleep[c]) {
      settle_column(static_cast<std::uint32_t>(c), places.of(c), winners, l4, eligibility, config, state, firing);
    }
  });
  require_finite_cells(state, "settling", firing.nodes());
  context.advance(1.0);
  return firing;
}

}  // namespace columnar
