#include "columnar/cortex/readout_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <span>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/plasticity.hpp"
#include "columnar/spectral/passes.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNeuronsPerTask = 4;
constexpr std::size_t kNodesGathered = std::size_t{1} << 17U;  ///< of all ranks, at a time
constexpr std::size_t kNodesWorthThreads = 256;  ///< a pass over fewer ends before another thread has started

/// The firing of nodes of all ranks, in this order.
Firing gather_firing(std::span<const NodeIndex> nodes, const Firing& firing, const RowShares& shares, Ranks& ranks) {
  std::vector<std::uint16_t> own;
  std::vector<std::size_t> next(static_cast<std::size_t>(ranks.size()) + 1, 0);  // of each rank's nodes, among gathered
  for (const NodeIndex v : nodes) {
    ++next[static_cast<std::size_t>(shares.owner(v)) + 1];
    if (shares.has(v)) {
      const auto cells = firing.of(v - shares.first());
      own.insert(own.end(), cells.begin(), cells.end());
    }
  }
  std::partial_sum(next.begin(), next.end(), next.begin());
  const Firing gathered{firing.ranks, gather_all(ranks, std::span<const std::uint16_t>(own))};
  Firing ordered{firing.ranks, {}};
  ordered.cells.reserve(gathered.cells.size());
  for (const NodeIndex v : nodes) {
    const auto cells = gathered.of(next[static_cast<std::size_t>(shares.owner(v))]++);
    ordered.cells.insert(ordered.cells.end(), cells.begin(), cells.end());
  }
  return ordered;
}

/// One pass over nodes: the neurons from `first` on learn, each from its own nodes in the order of the pass.
class ReadoutPass {
 public:
  ReadoutPass(const Config& config, CortexState& state, std::size_t first, std::size_t last, int threads)
      : config_(config), first_(first), taught_(last - first), threads_(threads) {
    for (std::size_t j = first; j < last; ++j) {
      rows_.emplace_back(state, config.plasticity, static_cast<std::uint32_t>(j));
    }
  }

  /// The next nodes.
  void show(const Firing& firing, std::span<const NodeIndex> nodes) {
    for (auto& nodes_of_neuron : taught_) {
      nodes_of_neuron.clear();
    }
    for (std::size_t t = 0; t < nodes.size(); ++t) {
      if (t + Firing::kNodesAhead < nodes.size()) {
        firing.prefetch(nodes[t + Firing::kNodesAhead]);
      }
      for (const std::uint16_t neuron : readout_teacher(firing.of(nodes[t]), config_)) {
        if (neuron >= first_ && neuron < first_ + taught_.size()) {
          taught_[neuron - first_].push_back(nodes[t]);
        }
      }
    }
    parallel_blocks(threads_, taught_.size(), kNeuronsPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        const std::vector<NodeIndex>& shown = taught_[j];
        for (std::size_t t = 0; t < shown.size(); ++t) {
          if (t + Firing::kNodesAhead < shown.size()) {
            firing.prefetch(shown[t + Firing::kNodesAhead]);
          }
          rows_[j].add(firing.of(shown[t]));
        }
      }
    });
  }

 private:
  const Config& config_;
  std::size_t first_;
  std::vector<std::vector<NodeIndex>> taught_;  ///< by neuron
  std::deque<OutstarRow> rows_;                 ///< they do not move
  int threads_;
};

}  // namespace

std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept {
  return passes_over(nodes, config.outstar_presentations);
}

void learn_readout(const Firing& firing, const Config& config, CortexState& state, const RunContext& context,
                   const StageSteps& steps) {
  Ranks& ranks = ranks_of(context);
  const RowShares shares = RowShares::of(ranks, firing.nodes());
  const std::uint64_t passes = readout_passes(config.training, shares.all());
  const KeyedRandom random(config.seed, Purpose::kOutstarOrder);
  std::vector<NodeIndex> order(shares.all());
  std::vector<NodeIndex> places;  // of gathered nodes, among them
  const int threads = order.size() < kNodesWorthThreads ? 1 : context.threads;
  // Each rank has some of the neurons learn.
  const std::size_t cells = config.l23.cells();
  const auto first_of = [&](int rank) {
    return state.l5a_size * static_cast<std::size_t>(rank) / static_cast<std::size_t>(ranks.size());
  };
  const std::size_t first = first_of(ranks.rank());
  const std::size_t last = first_of(ranks.rank() + 1);
  const RowShares neurons = RowShares::of(ranks, last - first);
  steps.skip_done(passes, context);
  for (std::uint64_t pass = steps.done; pass < passes; ++pass) {
    std::iota(order.begin(), order.end(), NodeIndex{0});
    keyed_shuffle(std::span(order), random, pass);
    {
      ReadoutPass reader(config, state, first, last, threads);
      const std::size_t portion = ranks.is_alone() ? order.size() : kNodesGathered;
      for (std::size_t at = 0; at < order.size(); at += portion) {
        const auto shown = std::span<const NodeIndex>(order).subspan(at, std::min(portion, order.size() - at));
        if (ranks.is_alone()) {
          reader.show(firing, shown);
        } else {
          places.resize(shown.size());
          std::iota(places.begin(), places.end(), NodeIndex{0});
          reader.show(gather_firing(shown, firing, shares, ranks), places);
        }
      }
    }
    for (std::size_t j = first; j < last; ++j) {
      if (!all_finite(std::span(state.readout).subspan(j * cells, cells))) {
        refuse_as_not_finite("readout", fmt::format("a weight of neuron {}, after pass {},", j, pass + 1));
      }
    }
    gather_rows(ranks, neurons, cells, state.readout.data() + first * cells, state.readout.data());
    steps.report_step(pass + 1);
    context.advance((static_cast<double>(pass) + 1.0) / static_cast<double>(passes));
  }
}

}  // namespace columnar
