#include "columnar/cortex/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/cortex/grouped_by_column.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/lif.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/spectral/passes.hpp"

namespace columnar {
namespace {

constexpr std::size_t kPresentationsPerTask = 16;
constexpr std::size_t kColumnsPerTask = 16;
constexpr std::size_t kNeuronsPerTask = 4;
constexpr std::size_t kNodesWorthThreads = 256;  ///< a pass over fewer ends before another thread has begun
constexpr std::uint64_t kBlocksPerReport = 4;

void skip_to(const StageSteps& steps, std::uint64_t total, const RunContext& context) {
  if (steps.done > 0 && total > 0) {
    context.skip(static_cast<double>(steps.done) / static_cast<double>(total));
  }
}

void tell(const StageSteps& steps, std::uint64_t done) {
  if (steps.after) {
    steps.after(done);
  }
}

/// The presentations of a block, after their forward pass, as the rules see them.
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

  /// Looks at some presentations of the block, those from `first` on: how fast the cells of the winners fire, by the
  /// thresholds as they are now.
  void look(std::size_t first, std::span<const Activity> activities) noexcept {
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

  /// Fast rules, a few presentations at a time: who has fired, and how thresholds follow.
  void follow(std::span<const Activity> activities) {
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

  /// Slow rules, for all presentations of the block. What one of them changes belongs to one of its winners alone, so
  /// columns learn side by side, each from its presentations in the order of the stream.
  void learn(std::span<const NodeIndex> nodes, std::span<const float> modulators, std::span<const Activity> activities,
             const L4Codes& l4, int threads) {
    group_by_column(activities);
    parallel_blocks(threads, state_.columns, kColumnsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t column = begin; column < end; ++column) {
        const std::span<const Win> wins = wins_.of(column);
        if (wins.empty()) {
          continue;
        }
        fetch_synapses(state_, static_cast<std::uint32_t>(column), wins.size());
        for (const Win& win : wins) {
          learn_synapses(win, modulators[win.shown], activities[win.shown], l4.code(nodes[win.shown]));
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

  void learn_synapses(const Win& win, float modulator, const Activity& activity, std::span<const std::uint16_t> l4) {
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
  std::vector<float> rate_of_;  ///< by the step of the spike; none at LifClock::kSilent
  std::vector<float> rates_;    ///< [presentation of the block][winner]
  GroupedByColumn<Win> wins_;   ///< of the block
};

/// Columns with a cell that fires for no node.
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

/// Wakes the silent cells of a column, round after round, and says anew which of its cells fire at these places of
/// `firing`, all those of the column.
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

TrainingStream::TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config)
    : walks_(walks),
      ppmi_(ppmi),
      window_(std::min(config.walks.window, std::max(1U, config.walks.walk_length - 1))),
      balanced_(config.training.balanced),
      random_(config.seed, Purpose::kPairSampling) {
  const std::size_t per_node = walks.count() / ppmi.node_count();
  for (NodeIndex v = 0; v < ppmi.node_count(); ++v) {
    if (balanced_ ? ppmi.offsets[v + 1] > ppmi.offsets[v] : walks.walk(v * per_node).size() > 1) {
      nodes_.push_back(v);
    }
  }
}

std::pair<NodeIndex, std::uint64_t> TrainingStream::entry(std::uint64_t t) const noexcept {
  const NodeIndex v = nodes_[random_.below(nodes_.size(), t, 0)];
  const std::uint64_t first = ppmi_.offsets[v];
  return {v, first + random_.below(ppmi_.offsets[v + 1] - first, t, 1)};
}

void TrainingStream::fetch(std::uint64_t t) const noexcept {
  if (balanced_) {
    const std::uint64_t place = entry(t).second;
    __builtin_prefetch(ppmi_.columns.data() + place);
    __builtin_prefetch(ppmi_.values.data() + place);
  }
}

Presentation TrainingStream::at(std::uint64_t t) const noexcept {
  if (!balanced_) {
    return from_walks(t);
  }
  const auto [v, place] = entry(t);
  return {v, ppmi_.columns[place], ppmi_.values[place]};
}

Presentation TrainingStream::from_walks(std::uint64_t t) const noexcept {
  const std::size_t per_node = walks_.count() / ppmi_.node_count();
  for (std::uint64_t draw = 0;; draw += 5) {
    const NodeIndex start = nodes_[random_.below(nodes_.size(), t, draw)];
    const auto walk = walks_.walk(start * per_node + random_.below(per_node, t, draw + 1));
    const auto j = static_cast<std::int64_t>(random_.below(walk.size(), t, draw + 2));
    const auto step = static_cast<std::int64_t>(random_.below(window_, t, draw + 3)) + 1;
    const std::int64_t i = (random_.bits(t, draw + 4) & 1U) != 0 ? j + step : j - step;
    if (i >= 0 && i < static_cast<std::int64_t>(walk.size())) {
      const NodeIndex v = walk[static_cast<std::size_t>(j)];
      const NodeIndex u = walk[static_cast<std::size_t>(i)];
      if (v != u) {
        return {v, u, ppmi_.at(v, u)};
      }
    }
  }
}

std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept {
  return std::min(config.presentations, static_cast<std::uint64_t>(config.presentations_per_node) * nodes);
}

std::uint64_t learn_columns(const Walks& walks, const Ppmi& ppmi, const L4Codes& l4, const Eligibility& eligibility,
                            const Config& config, CortexState& state, const RunContext& context,
                            const StageSteps& steps) {
  const TrainingStream stream(walks, ppmi, config);
  const std::uint64_t total = stream.empty() ? 0 : presentation_count(config.training, ppmi.node_count());
  std::vector<NodeIndex> nodes(config.training.block);
  std::vector<float> modulators(nodes.size());
  std::vector<Stimulus> stimuli(nodes.size());
  std::vector<Activity> activities(nodes.size());
  // Those that are less eligible hardly ever win.
  const std::uint32_t competing = std::max(config.training.competing_columns, config.l23.active_columns);
  const std::size_t width =
      config.training.competing_columns == 0 ? eligibility.width : std::min(eligibility.width, competing);
  if (config.training.competing_columns > 0 && config.training.competing_columns < competing && steps.done == 0) {
    context.note(fmt::format("{} columns compete for a node, one for each winner, not {}", competing,
                             config.training.competing_columns));
  }
  ColumnCompetition competition(state, config.l23, config.l23.active_columns);
  BlockLearner learner(config, state);
  skip_to(steps, total, context);
  for (std::uint64_t first = steps.done; first < total; first += nodes.size()) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(nodes.size(), total - first));
    parallel_blocks(context.threads, size, kPresentationsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        stream.fetch(first + i);
      }
      for (std::size_t i = begin; i < end; ++i) {
        const Presentation shown = stream.at(first + i);
        if (!std::isfinite(shown.ppmi)) {  // the modulator would clip it
          refuse_as_not_finite("columns", fmt::format("the PPMI of rows {} and {}", shown.v, shown.u));
        }
        nodes[i] = shown.v;
        modulators[i] = modulator(shown.ppmi, config.ppmi.modulator_clip);
        stimuli[i] = stimulus_of(shown.v, l4, eligibility);
        // Nodes come in no order: what is known of one is asked for before it is used.
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
      const auto some = block.subspan(part, std::min(kThresholdStep, size - part));
      parallel_blocks(context.threads, some.size(), kPresentationsPerTask, [&](std::size_t begin, std::size_t end) {
        const std::span<Activity> few = some.subspan(begin, end - begin);
        competition.rank(stimuli, part + begin, few);
        learner.look(part + begin, few);
      });
      learner.follow(some);
    }
    learner.learn(nodes, modulators, block, l4, context.threads);
    require_finite_cells(state, "columns", first + size);
    tell(steps, first + size);
    if ((first / nodes.size() + 1) % kBlocksPerReport == 0) {
      context.advance(static_cast<double>(first + size) / static_cast<double>(total));
    }
  }
  require_finite_synapses(state, "columns", total);
  refresh_weight_sums(state);
  context.advance(1.0);
  return total;
}

Firing settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                         const RunContext& context) {
  Firing firing = fire(l4, eligibility, config, state, context.threads);
  const std::size_t winners = std::min<std::size_t>(config.l23.active_columns, firing.ranks);
  // Thresholds choose the cells of a column, not the columns, nor what drives them: columns settle side by side, and
  // those without a silent cell are settled.
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

std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept {
  return passes_over(nodes, config.outstar_presentations);
}

void learn_readout(const Firing& firing, const Config& config, CortexState& state, const RunContext& context,
                   const StageSteps& steps) {
  const std::size_t nodes = firing.nodes();
  const std::uint64_t passes = readout_passes(config.training, nodes);
  const KeyedRandom random(config.seed, Purpose::kOutstarOrder);
  std::vector<NodeIndex> order(nodes);
  std::vector<std::vector<NodeIndex>> taught(state.l5a_size);
  const int threads = nodes < kNodesWorthThreads ? 1 : context.threads;
  skip_to(steps, passes, context);
  for (std::uint64_t pass = steps.done; pass < passes; ++pass) {
    std::iota(order.begin(), order.end(), NodeIndex{0});
    keyed_shuffle(std::span(order), random, pass);
    // A neuron learns from its own nodes alone, in the order of the pass.
    for (auto& nodes_of_neuron : taught) {
      nodes_of_neuron.clear();
    }
    for (const NodeIndex v : order) {
      for (const std::uint16_t neuron : readout_teacher(firing.of(v), config)) {
        taught[neuron].push_back(v);
      }
    }
    parallel_blocks(threads, taught.size(), kNeuronsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        if (taught[j].empty()) {
          continue;
        }
        apply_outstar(state, config.plasticity, static_cast<std::uint32_t>(j), firing, taught[j]);
        if (!all_finite(std::span(state.readout).subspan(j * config.l23.cells(), config.l23.cells()))) {
          refuse_as_not_finite("readout", fmt::format("a weight of neuron {}, after pass {},", j, pass + 1));
        }
      }
    });
    tell(steps, pass + 1);
    context.advance((static_cast<double>(pass) + 1.0) / static_cast<double>(passes));
  }
}

}  // namespace columnar
