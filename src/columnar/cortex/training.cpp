#include "columnar/cortex/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
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
constexpr std::size_t kWinsPerTask = 4096;
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
      : config_(config), state_(state), clock_(config.l23.membrane_time, config.l23.time_steps) {
    for (std::uint32_t step = 0; step <= clock_.steps(); ++step) {
      rate_of_.push_back(firing_rate(step, clock_.steps(), config.l23.rate_time, config.plasticity.rate_is_trace));
    }
  }

  /// Fast rules, a few presentations at a time: who has fired, and how thresholds follow.
  void follow(std::span<const Activity> activities) {
    const auto size = static_cast<std::uint32_t>(activities.size());
    fade_rates(state_, config_.plasticity, size);
    for (const Activity& activity : activities) {
      const auto winners = winners_of(activity);
      for (std::size_t rank = 0; rank < winners.size(); ++rank) {
        const std::uint32_t cell = activity.cells[rank];
        const float threshold = state_.thresholds[state_.cell_index(winners[rank], cell)];
        rates_.push_back(rate_of_[clock_.spike_step(activity.drives[rank * state_.lanes + cell], threshold)]);
        count_spike(state_, config_.plasticity, winners[rank], cell);
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
        fetch_synapses(state_, static_cast<std::uint32_t>(column), wins.size());
        for (const Win& win : wins) {
          learn_from(win, modulators[win.shown], activities[win.shown], l4.code(nodes[win.shown]));
        }
      }
    });
    rates_.clear();
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
      auto rate = rates_.begin();
      for (std::uint32_t i = 0; i < activities.size(); ++i) {
        std::uint32_t rank = 0;
        for (const std::uint16_t column : winners_of(activities[i])) {
          visit(column, Win{i, rank++, *rate++});
        }
      }
    });
  }

  void learn_from(const Win& win, float modulator, const Activity& activity, std::span<const std::uint16_t> l4) {
    const PlasticityConfig& rules = config_.plasticity;
    const std::uint32_t column = activity.columns[win.rank];
    const std::uint32_t cell = activity.cells[win.rank];
    if (rules.bcm || rules.anti_ce) {
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
    if (rules.lateral) {
      apply_lateral(state_, rules, column, winners_of(activity));
    }
  }

  const Config& config_;
  CortexState& state_;
  LifClock clock_;
  std::vector<float> rate_of_;  ///< by the step of the spike; none at LifClock::kSilent
  std::vector<float> rates_;    ///< of the winners of the block, one presentation after the other
  GroupedByColumn<Win> wins_;   ///< of the block
};

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

Presentation TrainingStream::at(std::uint64_t t) const noexcept {
  if (!balanced_) {
    return from_walks(t);
  }
  const NodeIndex v = nodes_[random_.below(nodes_.size(), t, 0)];
  const std::uint64_t first = ppmi_.offsets[v];
  const std::uint64_t entry = first + random_.below(ppmi_.offsets[v + 1] - first, t, 1);
  return {v, ppmi_.columns[entry], ppmi_.values[entry]};
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
      competition.rank(stimuli, part, some, context.threads);
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

void settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                       const RunContext& context, const StageSteps& steps) {
  const std::size_t nodes = l4.bits.size() / l4.active;
  // Thresholds choose the cells of a column, not the columns, nor what drives them.
  const std::size_t winners = std::min(config.l23.active_columns, eligibility.width);
  const std::size_t cells = state.cells;
  std::vector<std::uint16_t> columns(nodes * winners);
  std::vector<float> drives(columns.size() * cells);
  const auto stimulus = [&](std::size_t v) { return stimulus_of(v, l4, eligibility); };
  for_each_batch(state, config.l23, config.l23.active_columns, nodes, stimulus, context.threads,
                 [&](std::size_t first, std::span<const Activity> activities) {
                   for (std::size_t i = 0; i < activities.size() * winners; ++i) {
                     const Activity& activity = activities[i / winners];
                     columns[first * winners + i] = activity.columns[i % winners];
                     std::copy_n(activity.drives.data() + i % winners * state.lanes, cells,
                                 drives.data() + (first * winners + i) * cells);
                   }
                 });
  skip_to(steps, config.plasticity.settling_rounds, context);
  for (auto round = static_cast<std::uint32_t>(steps.done); round < config.plasticity.settling_rounds; ++round) {
    std::vector<std::uint32_t> spikes(config.l23.cells(), 0);
    parallel_blocks(context.threads, columns.size(), kWinsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t cell = columns[i] * cells + first_to_fire(state, columns[i], drives.data() + i * cells);
        std::atomic_ref<std::uint32_t>(spikes[cell]).fetch_add(1, std::memory_order_relaxed);
      }
    });
    if (wake_silent_cells(state, config.l23, spikes) == 0) {
      break;
    }
    tell(steps, round + 1);
    context.advance((round + 1.0) / config.plasticity.settling_rounds);
  }
  require_finite_cells(state, "settling", nodes);
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
    parallel_blocks(context.threads, taught.size(), kNeuronsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
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
