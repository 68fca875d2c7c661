#include "columnar/cortex/column_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/cortex/grouped_by_column.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/lif.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/cortex/training_stream.hpp"

namespace columnar {
namespace {

constexpr std::size_t kPresentationsPerTask = 16;
constexpr std::size_t kColumnsPerTask = 16;
constexpr std::uint64_t kBlocksPerReport = 4;

/// Applies the rules to a block of presentations after their forward pass.
class BlockLearner {
 public:
  BlockLearner(const Config& config, CortexState& state)
      : config_(config),
        state_(state),
        clock_(config.l23.membrane_time, config.l23.time_steps),
        rates_(std::size_t{config.training.block} * config.l23.active_columns) {
    for (std::uint32_t step = 0; step <= clock_.steps(); ++step) {
      rate_of_.push_back(firing_rate(step, clock_.steps(), config.l23.rate_time, config.plasticity.rate_is_trace));
    }
  }

  /// Records the firing rates of the winner cells of some presentations, by the current thresholds. The first one is
  /// number `first` of the block.
  void record_rates(std::size_t first, std::span<const Activity> activities) noexcept {
    float* rates = rates_.data() + first * config_.l23.active_columns;
    for (const Activity& activity : activities) {
      const auto winners = winners_of(activity);
      for (std::size_t rank = 0; rank < winners.size(); ++rank) {
        const std::uint32_t cell = activity.cells[rank];
        const float threshold = state_.thresholds[state_.cell_index(winners[rank], cell)];
        rates[rank] = rate_of_[clock_.spike_step(activity.drives[rank * state_.lanes + cell], threshold)];
      }
      rates += config_.l23.active_columns;
    }
  }

  /// Fast rules, after every kThresholdStep presentations: firing rates, then thresholds.
  void update_thresholds(std::span<const Activity> activities) {
    const auto size = static_cast<std::uint32_t>(activities.size());
    fade_rates(state_, config_.plasticity, size);
    for (const Activity& activity : activities) {
      const auto winners = winners_of(activity);
      for (std::size_t rank = 0; rank < winners.size(); ++rank) {
        count_spike(state_, config_.plasticity, winners[rank], activity.cells[rank]);
      }
    }
    if (config_.plasticity.intrinsic) {
      apply_intrinsic(state_, config_.plasticity, config_.l23, size);
    }
  }

  /// Slow rules, once per block. A presentation changes only synapses of its winner columns, so columns learn in
  /// parallel, each from its own presentations in the order of the stream.
  void update_weights(std::span<const NodeIndex> nodes, std::span<const float> modulators,
                      std::span<const Activity> activities, const L4Codes& l4, int threads) {
    group_by_column(activities);
    parallel_blocks(threads, state_.columns, kColumnsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t column = begin; column < end; ++column) {
        const std::span<const Win> wins = wins_.of(column);
        if (wins.empty()) {
          continue;
        }
        fetch_synapses(state_, static_cast<std::uint32_t>(column), wins.size());
        for (const Win& win : wins) {
          update_synapses(win, modulators[win.shown], activities[win.shown], l4.code(nodes[win.shown]));
        }
        if (config_.plasticity.lateral) {
          LateralRow row(state_, config_.plasticity, static_cast<std::uint32_t>(column));
          for (const Win& win : wins) {
            row.add(winners_of(activities[win.shown]));
          }
        }
      }
    });
  }

 private:
  struct Win {
    std::uint32_t shown;
    std::uint32_t rank;
    float rate;  ///< of the cell that fired
  };

  [[nodiscard]] std::span<const std::uint16_t> winners_of(const Activity& activity) const {
    return std::span(activity.columns)
        .first(std::min<std::size_t>(config_.l23.active_columns, activity.columns.size()));
  }

  void group_by_column(std::span<const Activity> activities) {
    wins_.group(state_.columns, [&](const auto& visit) {
      for (std::uint32_t i = 0; i < activities.size(); ++i) {
        const float* rates = rates_.data() + std::size_t{i} * config_.l23.active_columns;
        std::uint32_t rank = 0;
        for (const std::uint16_t column : winners_of(activities[i])) {
          visit(column, Win{i, rank, rates[rank]});
          ++rank;
        }
      }
    });
  }

  void update_synapses(const Win& win, float modulator, const Activity& activity, std::span<const std::uint16_t> l4) {
    const PlasticityConfig& rules = config_.plasticity;
    if (!rules.bcm && !rules.anti_ce) {
      return;
    }
    const std::uint32_t column = activity.columns[win.rank];
    const std::uint32_t cell = activity.cells[win.rank];
    SynapseChange change;
    std::fill_n(change.begin(), state_.lanes, 0.0F);
    if (rules.bcm) {
      add_bcm(state_, rules, column, cell, win.rate, modulator, change);
    }
    if (rules.anti_ce) {
      add_anti_ce(rules, state_.cells, cell, activity.drives.data() + std::size_t{win.rank} * state_.lanes, change);
    }
    move_synapses(state_, column, l4, change);
  }

  const Config& config_;
  CortexState& state_;
  LifClock clock_;
  std::vector<float> rate_of_;  ///< by spike step; none at LifClock::kSilent
  std::vector<float> rates_;    ///< [presentation of the block][winner]
  GroupedByColumn<Win> wins_;   ///< of the block
};

/// What the presentations show, for every rank: their nodes are numbered anew.
struct ShownNodes {
  std::vector<Presentation> stream;
  L4Codes l4;
  Eligibility eligibility;
};

/// Gathers the rows of the nodes that are shown from the ranks that have them.
ShownNodes gather_shown(std::span<const Presentation> stream, const L4Codes& l4, const Eligibility& eligibility,
                        Ranks& ranks) {
  std::vector<NodeIndex> nodes;
  std::ranges::transform(stream, std::back_inserter(nodes), &Presentation::v);
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  const RowShares shares = RowShares::of(ranks, l4.bits.size() / l4.active);
  ShownNodes shown;
  shown.l4 = {l4.active, l4.class_active, {}};
  shown.eligibility.width = eligibility.width;
  for (const NodeIndex v : nodes) {
    if (shares.has(v)) {
      const auto append = [](auto& to, const auto& row) { to.insert(to.end(), row.begin(), row.end()); };
      append(shown.l4.bits, l4.code(v - shares.first()));
      append(shown.eligibility.columns, eligibility.row_columns(v - shares.first()));
      append(shown.eligibility.values, eligibility.row_values(v - shares.first()));
    }
  }
  shown.l4.bits = gather_all(ranks, std::span<const std::uint16_t>(shown.l4.bits));
  shown.eligibility.columns = gather_all(ranks, std::span<const std::uint16_t>(shown.eligibility.columns));
  shown.eligibility.values = gather_all(ranks, std::span<const float>(shown.eligibility.values));
  shown.stream.assign(stream.begin(), stream.end());
  for (Presentation& one : shown.stream) {
    one.v = static_cast<NodeIndex>(std::ranges::lower_bound(nodes, one.v) - nodes.begin());
  }
  return shown;
}

}  // namespace

std::uint64_t learn_columns(std::span<const Presentation> stream, const L4Codes& l4, const Eligibility& eligibility,
                            const Config& config, CortexState& state, const RunContext& context,
                            const StageSteps& steps) {
  if (Ranks& ranks = ranks_of(context); !ranks.is_alone()) {
    // So few nodes are shown that every rank can learn from all of them, and all learn the same.
    const ShownNodes shown = gather_shown(stream, l4, eligibility, ranks);
    return learn_columns(shown.stream, shown.l4, shown.eligibility, config, state, {context.threads, context.progress},
                         steps);
  }
  const std::uint64_t total = stream.size();
  std::vector<NodeIndex> nodes(config.training.block);
  std::vector<float> modulators(nodes.size());
  std::vector<Stimulus> stimuli(nodes.size());
  std::vector<Activity> activities(nodes.size());
  // Less eligible columns hardly ever win.
  const std::uint32_t competing = std::max(config.training.competing_columns, config.l23.active_columns);
  const std::size_t width =
      config.training.competing_columns == 0 ? eligibility.width : std::min(eligibility.width, competing);
  if (config.training.competing_columns > 0 && config.training.competing_columns < competing && steps.done == 0) {
    context.note(fmt::format("{} columns compete for a node, one for each winner, not {}", competing,
                             config.training.competing_columns));
  }
  ColumnCompetition competition(state, config.l23, config.l23.active_columns);
  BlockLearner learner(config, state);
  steps.skip_done(total, context);
  for (std::uint64_t first = steps.done; first < total; first += nodes.size()) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(nodes.size(), total - first));
    parallel_blocks(context.threads, size, kPresentationsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Presentation& shown = stream[first + i];
        if (!std::isfinite(shown.ppmi)) {  // the modulator would clip it
          refuse_as_not_finite("columns", fmt::format("the PPMI of rows {} and {}", shown.v, shown.u));
        }
        nodes[i] = shown.v;
        modulators[i] = modulator(shown.ppmi, config.ppmi.modulator_clip);
        stimuli[i] = stimulus_of(shown.v, l4, eligibility);
        // Nodes come in random order: prefetch their rows.
        __builtin_prefetch(stimuli[i].class_inputs.data());
        __builtin_prefetch(stimuli[i].columns.data());
        __builtin_prefetch(stimuli[i].eligibility.data());
        stimuli[i].columns = stimuli[i].columns.first(width);
        stimuli[i].eligibility = stimuli[i].eligibility.first(width);
      }
    });
    const std::span<Activity> block = std::span(activities).first(size);
    competition.drive(std::span(stimuli).first(size), context.threads);
    for (std::size_t part = 0; part < size; part += kThresholdStep) {
      const auto chunk = block.subspan(part, std::min(kThresholdStep, size - part));
      parallel_blocks(context.threads, chunk.size(), kPresentationsPerTask, [&](std::size_t begin, std::size_t end) {
        const std::span<Activity> task = chunk.subspan(begin, end - begin);
        competition.rank(stimuli, part + begin, task);
        learner.record_rates(part + begin, task);
      });
      learner.update_thresholds(chunk);
    }
    learner.update_weights(nodes, modulators, block, l4, context.threads);
    require_finite_cells(state, "columns", first + size);
    steps.report_step(first + size);
    if ((first / nodes.size() + 1) % kBlocksPerReport == 0) {
      context.advance(static_cast<double>(first + size) / static_cast<double>(total));
    }
  }
  require_finite_synapses(state, "columns", total);
  refresh_weight_sums(state);
  context.advance(1.0);
  return total;
}

}  // namespace columnar
