#include "columnar/cortex/settling.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/cortex/grouped_by_column.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/plasticity.hpp"

namespace columnar {
namespace {

/// For columns that hardly win. One or two help, further ones do not: docs/decisions/0008.
constexpr int kStrengtheningRounds = 2;
constexpr std::size_t kColumnsTogether = 32;  ///< that settle, whose drives are held at a time

/// How often each cell fires among the winners, for the nodes of all ranks.
std::vector<std::uint64_t> count_firing(const Firing& firing, std::size_t winners, const CortexState& state,
                                        Ranks& ranks) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(state.columns) * state.cells, 0);
  for (std::size_t v = 0; v < firing.nodes(); ++v) {
    for (const std::uint16_t cell : firing.of(v).first(winners)) {
      ++counts[cell];
    }
  }
  sum_over(ranks, counts);
  return counts;
}

/// Strengthens columns that win for fewer nodes than they have cells: for each node for which such a column is among
/// the most eligible, every cell of the column gains bcm_rate at the node's active inputs. Recomputes the sums of
/// incoming weights, as learn_columns does. Returns false if nothing changed.
bool strengthen_starved_columns(const Firing& firing, std::size_t winners, const L4Codes& l4,
                                const Eligibility& eligibility, const PlasticityConfig& config, CortexState& state,
                                Ranks& ranks) {
  const std::vector<std::uint64_t> fires = count_firing(firing, winners, state, ranks);
  std::vector<std::uint32_t> starved;
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    const auto cells = std::span(fires).subspan(std::size_t{c} * state.cells, state.cells);
    if (std::accumulate(cells.begin(), cells.end(), std::uint64_t{0}) < state.cells) {
      starved.push_back(c);
    }
  }
  std::vector<std::vector<NodeIndex>> eligible(starved.size());
  std::uint64_t changes = 0;
  for (std::size_t v = 0; v < firing.nodes(); ++v) {
    for (const std::uint16_t column : eligibility.row_columns(v).first(winners)) {
      if (const auto found = std::ranges::lower_bound(starved, column); found != starved.end() && *found == column) {
        eligible[static_cast<std::size_t>(found - starved.begin())].push_back(static_cast<NodeIndex>(v));
        ++changes;
      }
    }
  }
  if (sum_over(ranks, changes) == 0) {
    return false;
  }
  SynapseChange change;
  std::fill_n(change.begin(), state.lanes, 0.0F);
  std::fill_n(change.begin(), state.cells, static_cast<float>(config.bcm_rate));
  in_turn(
      ranks, starved.size(),
      [&](std::size_t i) { return std::span(state.synapses(starved[i], 0), state.column_size()); },
      [&](std::size_t i) {
        for (const NodeIndex v : eligible[i]) {
          move_synapses(state, starved[i], l4.code(v), change);
        }
      });
  refresh_weight_sums(state);
  return true;
}

/// A column with silent cells, while it settles.
struct RestlessColumn {
  std::uint32_t column = 0;
  std::span<const std::size_t> places;  ///< in the firing, of all of the column's entries of this rank
  std::vector<float> drives;            ///< [place][lane]
  bool is_settled = false;
};

/// Lowers the thresholds of the columns' silent cells, round after round, and then updates their cells in `firing`.
void settle_columns(std::span<RestlessColumn> columns, std::size_t winners, const L4Codes& l4,
                    const Eligibility& eligibility, const Config& config, CortexState& state, Firing& firing,
                    const RunContext& context) {
  const auto for_columns = [&](const auto& body) {
    parallel_blocks(context.threads, columns.size(), 1, [&](std::size_t i, std::size_t /*end*/) { body(i); });
  };
  for_columns([&](std::size_t i) {
    RestlessColumn& restless = columns[i];
    restless.drives.resize(restless.places.size() * state.lanes);
    for (std::size_t k = 0; k < restless.places.size(); ++k) {
      const Stimulus stimulus = stimulus_of(restless.places[k] / firing.ranks, l4, eligibility);
      column_drive(state, config.l23, stimulus, restless.column, restless.drives.data() + k * state.lanes);
    }
  });
  std::vector<std::uint64_t> spikes;
  std::vector<std::uint32_t> of_column(state.cells);
  for (std::uint32_t round = 0; round < config.plasticity.settling_rounds; ++round) {
    spikes.assign(columns.size() * state.cells, 0);
    for_columns([&](std::size_t i) {
      const RestlessColumn& restless = columns[i];
      for (std::size_t k = 0; !restless.is_settled && k < restless.places.size(); ++k) {
        if (restless.places[k] % firing.ranks < winners) {
          ++spikes[i * state.cells + first_to_fire(state, restless.column, restless.drives.data() + k * state.lanes)];
        }
      }
    });
    sum_over(ranks_of(context), spikes);
    bool all_settled = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::ranges::transform(std::span(spikes).subspan(i * state.cells, state.cells), of_column.begin(),
                             [](std::uint64_t count) { return static_cast<std::uint32_t>(count); });
      columns[i].is_settled =
          columns[i].is_settled || wake_silent_cells(state, config.l23, columns[i].column, of_column) == 0;
      all_settled = all_settled && columns[i].is_settled;
    }
    if (all_settled) {
      break;
    }
  }
  for_columns([&](std::size_t i) {
    const RestlessColumn& restless = columns[i];
    for (std::size_t k = 0; k < restless.places.size(); ++k) {
      const std::uint32_t cell = first_to_fire(state, restless.column, restless.drives.data() + k * state.lanes);
      firing.cells[restless.places[k]] = static_cast<std::uint16_t>(restless.column * state.cells + cell);
    }
  });
}

}  // namespace

Firing settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                         const RunContext& context) {
  Ranks& ranks = ranks_of(context);
  Firing firing = fire(l4, eligibility, config, state, context.threads);
  const std::size_t winners = std::min<std::size_t>(config.l23.active_columns, firing.ranks);
  for (int round = 0; config.plasticity.bcm && round < kStrengtheningRounds; ++round) {
    if (!strengthen_starved_columns(firing, winners, l4, eligibility, config.plasticity, state, ranks)) {
      break;
    }
    firing = fire(l4, eligibility, config, state, context.threads);
  }
  // Thresholds choose the cells of a column; they change neither the winner columns nor the drives. So columns settle
  // in parallel, and those without a silent cell need nothing.
  std::vector<bool> asleep(state.columns, false);
  const std::vector<std::uint64_t> fires = count_firing(firing, winners, state, ranks);
  for (std::size_t cell = 0; cell < fires.size(); ++cell) {
    asleep[cell / state.cells] = asleep[cell / state.cells] || fires[cell] == 0;
  }
  GroupedByColumn<std::size_t> places;
  places.group(state.columns, [&](const auto& visit) {
    for (std::size_t place = 0; place < firing.cells.size(); ++place) {
      if (const std::size_t column = firing.cells[place] / state.cells; asleep[column]) {
        visit(column, place);
      }
    }
  });
  std::vector<RestlessColumn> columns;
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    if (asleep[c]) {
      columns.push_back({c, places.of(c), {}, false});
    }
    if (columns.size() == kColumnsTogether || c + 1 == state.columns) {
      settle_columns(columns, winners, l4, eligibility, config, state, firing, context);
      columns.clear();
    }
  }
  require_finite_cells(state, "settling", sum_over(ranks, firing.nodes()));
  context.advance(1.0);
  return firing;
}

}  // namespace columnar
