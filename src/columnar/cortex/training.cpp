#include "columnar/cortex/training.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/lif.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/spectral/passes.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kPresentationsPerTask = 16;
constexpr std::size_t kNodesPerTask = 64;
constexpr std::uint64_t kBlocksPerReport = 16;

/// One presentation after its forward pass.
struct Response {
  NodeIndex node = 0;
  float modulator = 0.0F;
  Activity activity;
};

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

/// Applies the rules of one presentation to the columns.
void learn_from(const Response& shown, std::span<const std::uint16_t> l4, const Config& config, const LifClock& clock,
                CortexState& state) {
  const PlasticityConfig& rules = config.plasticity;
  const std::size_t winners = std::min<std::size_t>(config.l23.active_columns, shown.activity.columns.size());
  for (std::size_t rank = 0; rank < winners; ++rank) {
    const std::uint32_t column = shown.activity.columns[rank];
    const std::uint32_t cell = shown.activity.cells[rank];
    const float* drive = shown.activity.drives.data() + rank * state.lanes;
    if (rules.bcm) {
      const std::uint32_t step = clock.spike_step(drive[cell], state.thresholds[state.cell_index(column, cell)]);
      const float rate = firing_rate(step, clock.steps(), config.l23.rate_time, rules.rate_is_trace);
      apply_bcm(state, rules, l4, column, cell, rate, shown.modulator);
    }
    if (rules.anti_ce) {
      apply_anti_ce(state, rules, l4, column, cell, drive);
    }
    count_spike(state, rules, column, cell);
  }
  if (rules.lateral) {
    apply_lateral(state, rules, {shown.activity.columns.data(), winners});
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

Presentation TrainingStream::at(std::uint64_t t) const noexcept {
  if (!balanced_) {
    return from_walks(t);
  }
  const NodeIndex v = nodes_[random_.below(nodes_.size(), t, 0)];
  const std::uint64_t first = ppmi_.offsets[v];
  return {v, ppmi_.columns[first + random_.below(ppmi_.offsets[v + 1] - first, t, 1)]};
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
      const Presentation shown{walk[static_cast<std::size_t>(j)], walk[static_cast<std::size_t>(i)]};
      if (shown.v != shown.u) {
        return shown;
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
  const LifClock clock(config.l23.membrane_time, config.l23.time_steps);
  std::vector<Response> block(config.training.block);
  const std::size_t tasks = (block.size() + kPresentationsPerTask - 1) / kPresentationsPerTask;
  std::vector<ColumnCompetition> competitions(tasks, ColumnCompetition(state, config.l23, config.l23.active_columns));
  skip_to(steps, total, context);
  for (std::uint64_t first = steps.done; first < total; first += block.size()) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), total - first));
    parallel_blocks(context.threads, size, kPresentationsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Presentation shown = stream.at(first + i);
        block[i].node = shown.v;
        block[i].modulator = modulator(ppmi, shown.v, shown.u, config.ppmi.modulator_clip);
        competitions[begin / kPresentationsPerTask].run(stimulus_of(shown.v, l4, eligibility), block[i].activity);
      }
    });
    fade_rates(state, config.plasticity, static_cast<std::uint32_t>(size));
    for (std::size_t i = 0; i < size; ++i) {
      learn_from(block[i], l4.code(block[i].node), config, clock, state);
    }
    if (config.plasticity.intrinsic) {
      apply_intrinsic(state, config.plasticity, config.l23, static_cast<std::uint32_t>(size));
    }
    tell(steps, first + size);
    if ((first / block.size() + 1) % kBlocksPerReport == 0) {
      context.advance(static_cast<double>(first + size) / static_cast<double>(total));
    }
  }
  refresh_weight_sums(state);
  context.advance(1.0);
  return total;
}

void settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                       const RunContext& context, const StageSteps& steps) {
  const std::size_t nodes = l4.bits.size() / l4.active;
  skip_to(steps, config.plasticity.settling_rounds, context);
  for (auto round = static_cast<std::uint32_t>(steps.done); round < config.plasticity.settling_rounds; ++round) {
    std::vector<std::uint32_t> spikes(config.l23.cells(), 0);
    parallel_blocks(context.threads, nodes, kNodesPerTask, [&](std::size_t begin, std::size_t end) {
      ColumnCompetition competition(state, config.l23, config.l23.active_columns);
      Activity activity;
      for (std::size_t v = begin; v < end; ++v) {
        competition.run(stimulus_of(v, l4, eligibility), activity);
        for (const std::uint32_t cell : firing_cells(activity, state)) {
          std::atomic_ref<std::uint32_t>(spikes[cell]).fetch_add(1, std::memory_order_relaxed);
        }
      }
    });
    if (wake_silent_cells(state, config.l23, spikes) == 0) {
      break;
    }
    tell(steps, round + 1);
    context.advance((round + 1.0) / config.plasticity.settling_rounds);
  }
}

std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept {
  return passes_over(nodes, config.outstar_presentations);
}

void learn_readout(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                   const RunContext& context, const StageSteps& steps) {
  const std::size_t nodes = l4.bits.size() / l4.active;
  const std::uint64_t passes = readout_passes(config.training, nodes);
  const std::uint32_t ranks = config.l23.active_columns + config.readout.l5a_active;
  // The columns have learnt, so a node excites the same cells in every pass.
  std::vector<std::vector<std::uint16_t>> teachers(nodes);
  std::vector<std::vector<std::uint32_t>> patterns(nodes);
  parallel_blocks(context.threads, nodes, kNodesPerTask, [&](std::size_t begin, std::size_t end) {
    ColumnCompetition competition(state, config.l23, ranks);
    Activity activity;
    for (std::size_t v = begin; v < end; ++v) {
      competition.run(stimulus_of(v, l4, eligibility), activity);
      teachers[v] = readout_teacher(activity, config);
      patterns[v] = firing_cells(activity, state);
    }
  });
  const KeyedRandom random(config.seed, Purpose::kOutstarOrder);
  std::vector<NodeIndex> order(nodes);
  skip_to(steps, passes, context);
  for (std::uint64_t pass = steps.done; pass < passes; ++pass) {
    std::iota(order.begin(), order.end(), NodeIndex{0});
    for (std::size_t i = nodes; i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i, pass, i)]);
    }
    for (const NodeIndex v : order) {
      apply_outstar(state, config.plasticity, teachers[v], patterns[v]);
    }
    tell(steps, pass + 1);
    context.advance((static_cast<double>(pass) + 1.0) / static_cast<double>(passes));
  }
}

}  // namespace columnar
