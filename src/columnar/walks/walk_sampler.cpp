#include "columnar/walks/walk_sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "columnar/core/finite.hpp"

namespace columnar {
namespace {

/// After this many rejections the distribution is computed in full: exact, and still without a stored table.
constexpr int kMaxRejections = 48;

/// The draws of one walk: a counter over the keyed generator.
class WalkRandom {
 public:
  WalkRandom(const KeyedRandom& random, std::uint64_t walk) noexcept : random_(random), walk_(walk) {}
  double uniform() noexcept { return random_.uniform(walk_, draw_++); }
  std::uint64_t below(std::uint64_t bound) noexcept { return random_.below(bound, walk_, draw_++); }

 private:
  const KeyedRandom& random_;
  std::uint64_t walk_;
  std::uint64_t draw_ = 0;
};

/// Draws neighbours of a node in proportion to the edge weights.
class NeighbourSampler {
 public:
  explicit NeighbourSampler(const Graph& graph) : graph_(graph) {
    if (graph.is_weighted()) {
      cumulative_.resize(graph.targets.size());
      for (NodeIndex v = 0; v < graph.node_count(); ++v) {
        double sum = 0.0;
        for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
          sum += static_cast<double>(graph.weights[e]);
          cumulative_[e] = sum;
        }
        if (!std::isfinite(sum)) {
          refuse_as_not_finite("walks", fmt::format("the weight of the edges of row {}", v));
        }
      }
    }
  }

  /// Total weight of the edges that leave v.
  [[nodiscard]] double total(NodeIndex v) const noexcept {
    return cumulative_.empty() ? static_cast<double>(graph_.degree(v)) : cumulative_[graph_.offsets[v + 1] - 1];
  }

  [[nodiscard]] double weight(NodeIndex v, NodeIndex x) const noexcept { return graph_.weight(v, x); }

  /// The index of a drawn edge of v.
  [[nodiscard]] std::uint64_t draw_edge(NodeIndex v, WalkRandom& random) const noexcept {
    return graph_.offsets[v] +
           (cumulative_.empty() ? random.below(graph_.degree(v)) : place_of(v, random.uniform() * total(v)));
  }
  [[nodiscard]] NodeIndex draw(NodeIndex v, WalkRandom& random) const noexcept {
    return graph_.targets[draw_edge(v, random)];
  }

  /// The same among all neighbours but one; there must be others.
  [[nodiscard]] NodeIndex draw_other(NodeIndex v, NodeIndex excluded, WalkRandom& random) const noexcept {
    const auto row = graph_.neighbours(v);
    const auto gap = static_cast<std::size_t>(std::lower_bound(row.begin(), row.end(), excluded) - row.begin());
    if (gap == row.size() || row[gap] != excluded) {
      return draw(v, random);
    }
    if (cumulative_.empty()) {
      const std::uint64_t place = random.below(row.size() - 1);
      return row[place < gap ? place : place + 1];
    }
    const double* first = cumulative_.data() + graph_.offsets[v];
    const double before = gap == 0 ? 0.0 : first[gap - 1];
    const double target = random.uniform() * (total(v) - (first[gap] - before));
    const std::size_t place = place_of(v, target < before ? target : target + (first[gap] - before));
    if (place != gap) {
      return row[place];
    }
    return row[gap + 1 < row.size() ? gap + 1 : gap - 1];  // reached only by rounding
  }

 private:
  /// The neighbour of v whose share of the cumulative weights contains the target.
  [[nodiscard]] std::size_t place_of(NodeIndex v, double target) const noexcept {
    const double* first = cumulative_.data() + graph_.offsets[v];
    const double* last = cumulative_.data() + graph_.offsets[v + 1];
    return static_cast<std::size_t>(std::min(std::upper_bound(first, last, target), last - 1) - first);
  }

  const Graph& graph_;
  std::vector<double> cumulative_;  ///< per row, parallel to targets; empty for unweighted graphs
};

/// One step of the second-order walk that came from `previous` to `current`.
class BiasedStep {
 public:
  BiasedStep(const Graph& graph, const NeighbourSampler& sampler, const WalkConfig& config)
      : graph_(graph),
        sampler_(sampler),
        to_previous_(1.0 / config.return_p),
        to_far_(1.0 / config.inout_q),
        envelope_(std::max(1.0, to_far_)),
        first_order_(config.return_p == 1.0 && config.inout_q == 1.0) {}

  /// True if the previous node does not matter.
  [[nodiscard]] bool is_first_order() const noexcept { return first_order_; }

  [[nodiscard]] NodeIndex operator()(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    if (graph_.degree(current) == 1) {
      return sampler_.draw(current, random);
    }
    // A return bias above the envelope is cut off and sampled separately, so that a small p costs nothing.
    const double excess = std::max(0.0, to_previous_ - envelope_) * sampler_.weight(current, previous);
    const double body = envelope_ * sampler_.total(current);
    for (int attempt = 0; attempt < kMaxRejections; ++attempt) {
      if (excess > 0.0 && random.uniform() * (body + excess) < excess) {
        return previous;
      }
      const NodeIndex next = sampler_.draw(current, random);
      if (random.uniform() * envelope_ < std::min(envelope_, bias(previous, next))) {
        return next;
      }
    }
    return to_far_ < 1.0 ? draw_by_parts(previous, current, random) : draw_exactly(previous, current, random);
  }

 private:
  [[nodiscard]] double bias(NodeIndex previous, NodeIndex next) const noexcept {
    if (next == previous) {
      return to_previous_;
    }
    return sampler_.weight(previous, next) > 0.0 ? 1.0 : to_far_;
  }

  /// For q > 1: all neighbours but the previous node weigh 1/q, and those linked to it additionally 1 - 1/q.
  /// Only the linked ones are searched, in the shorter of the two rows: from a leaf through a hub that is one lookup.
  [[nodiscard]] NodeIndex draw_by_parts(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    const bool previous_shorter = graph_.degree(previous) < graph_.degree(current);
    std::vector<NodeIndex> common;
    std::vector<double> cumulative;
    double sum = 0.0;
    for (const NodeIndex x : graph_.neighbours(previous_shorter ? previous : current)) {
      const double weight = sampler_.weight(current, x);
      if (x != previous && weight > 0.0 && (previous_shorter || sampler_.weight(previous, x) > 0.0)) {
        sum += (1.0 - to_far_) * weight;
        common.push_back(x);
        cumulative.push_back(sum);
      }
    }
    const double back_weight = sampler_.weight(current, previous);
    const double back = to_previous_ * back_weight;
    const double base = to_far_ * (sampler_.total(current) - back_weight);
    const double target = random.uniform() * (back + sum + base);
    if (target < back) {
      return previous;
    }
    if (target < back + sum) {
      const auto found = std::upper_bound(cumulative.begin(), cumulative.end(), target - back);
      return common[std::min<std::size_t>(static_cast<std::size_t>(found - cumulative.begin()), common.size() - 1)];
    }
    return sampler_.draw_other(current, previous, random);
  }

  [[nodiscard]] NodeIndex draw_exactly(NodeIndex previous, NodeIndex current, WalkRandom& random) const {
    const auto row = graph_.neighbours(current);
    std::vector<double> cumulative(row.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      sum += bias(previous, row[i]) * graph_.edge_weight(graph_.offsets[current] + i);
      cumulative[i] = sum;
    }
    const auto found = std::upper_bound(cumulative.begin(), cumulative.end(), random.uniform() * sum);
    return row[std::min<std::size_t>(static_cast<std::size_t>(found - cumulative.begin()), row.size() - 1)];
  }

  const Graph& graph_;
  const NeighbourSampler& sampler_;
  double to_previous_;
  double to_far_;
  double envelope_;
  bool first_order_;
};

}  // namespace

struct WalkSampler::Parts {
  Parts(const Graph& g, const WalkConfig& config) : graph(g), sampler(g), step(g, sampler, config) {}
  const Graph& graph;
  NeighbourSampler sampler;
  BiasedStep step;
};

WalkSampler::WalkSampler(const Graph& graph, const WalkConfig& config)
    : parts_(std::make_unique<const Parts>(graph, config)) {}
WalkSampler::~WalkSampler() = default;

std::size_t WalkSampler::sample(NodeIndex start, const KeyedRandom& random, std::uint64_t walk,
                                std::span<NodeIndex> walk_nodes) const {
  std::size_t length = 0;
  sample_together({&start, 1}, random, walk, walk_nodes, {&length, 1});
  return length;
}

void WalkSampler::sample_together(std::span<const NodeIndex> starts, const KeyedRandom& random, std::uint64_t first,
                                  std::span<NodeIndex> walk_nodes, std::span<std::size_t> lengths) const {
  const Graph& graph = parts_->graph;
  const std::size_t longest = walk_nodes.size() / starts.size();
  std::vector<WalkRandom> draws;
  for (std::size_t w = 0; w < starts.size(); ++w) {
    draws.emplace_back(random, first + w);
    walk_nodes[w * longest] = starts[w];
    lengths[w] = 1;
  }
  const auto last_of = [&](std::size_t w) { return walk_nodes[w * longest + lengths[w] - 1]; };
  const auto ends = [&](std::size_t w, std::size_t i) { return lengths[w] < i || graph.degree(last_of(w)) == 0; };
  std::vector<std::uint64_t> edges(starts.size());
  for (std::size_t i = 1; i < longest; ++i) {
    // In a large graph each step waits for memory twice. Interleaved walks wait at the same time.
    for (std::size_t w = 0; w < starts.size(); ++w) {
      __builtin_prefetch(graph.offsets.data() + last_of(w));
    }
    const bool is_first_order = i == 1 || parts_->step.is_first_order();
    for (std::size_t w = 0; w < starts.size(); ++w) {
      const NodeIndex current = last_of(w);
      // The row of a hub is many cache lines long, so the edge is drawn before its target is read.
      edges[w] = is_first_order && !ends(w, i) ? parts_->sampler.draw_edge(current, draws[w]) : graph.offsets[current];
      __builtin_prefetch(graph.targets.data() + edges[w]);
    }
    for (std::size_t w = 0; w < starts.size(); ++w) {
      if (ends(w, i)) {
        continue;
      }
      NodeIndex* const walk = walk_nodes.data() + w * longest;
      walk[i] = is_first_order ? graph.targets[edges[w]] : parts_->step(walk[i - 2], walk[i - 1], draws[w]);
      ++lengths[w];
    }
  }
}

}  // namespace columnar
