#include "columnar/cortex/l6_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 256;

/// Edge weights relative to the mean edge of the node they leave.
class EdgeWeights {
 public:
  explicit EdgeWeights(const Graph& graph) : graph_(graph) {}

  /// The factor that scales a node's edge weights to a mean of 1.
  [[nodiscard]] double scale(NodeIndex node) const noexcept {
    return graph_.is_weighted() ? static_cast<double>(graph_.degree(node)) / graph_.strength(node) : 1.0;
  }
  /// Weight of the edge at this index.
  [[nodiscard]] float of(std::uint64_t edge, double scale) const noexcept {
    return static_cast<float>(scale * graph_.edge_weight(edge));
  }

 private:
  const Graph& graph_;
};

/// The edges of a node that it passes on: all of them, or l6_fan drawn at random, in order.
class FanDraw {
 public:
  FanDraw(const Graph& graph, const NodeKeys& keys, const L6Config& config, std::uint64_t seed)
      : graph_(graph), keys_(keys), most_(config.l6_fan), lots_(seed, Purpose::kL6Fan) {}

  /// Edge indices, ascending; `edges` is reused memory.
  void draw(NodeIndex source, std::vector<std::uint64_t>& edges) {
    edges.resize(graph_.degree(source));
    std::iota(edges.begin(), edges.end(), graph_.offsets[source]);
    if (edges.size() <= most_) {
      return;
    }
    drawn_.clear();
    const std::uint64_t key = keys_(source);
    for (const std::uint64_t edge : edges) {
      drawn_.emplace_back(lots_.bits(key, keys_(graph_.targets[edge])), edge);
    }
    // The lowest lots win, so adding or removing an edge changes at most one of those drawn.
    std::nth_element(drawn_.begin(), drawn_.begin() + static_cast<std::ptrdiff_t>(most_), drawn_.end());
    edges.resize(most_);
    for (std::size_t i = 0; i < most_; ++i) {
      edges[i] = drawn_[i].second;
    }
    std::ranges::sort(edges);
  }

 private:
  const Graph& graph_;
  const NodeKeys& keys_;
  std::size_t most_;
  KeyedRandom lots_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> drawn_;  ///< lot and edge
};

/// 1 / ln(1 + degree): the weight of a common neighbour of that degree, after Adamic and Adar.
float telling(std::size_t degree) { return static_cast<float>(1.0 / std::log1p(static_cast<double>(degree))); }

/// What each source node passes on to its neighbours: identities of its own neighbours, and their weights.
class Fans {
 public:
  /// The sources are the neighbours of the rows.
  Fans(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L6Config& config,
       std::uint64_t seed, int threads)
      : graph_(graph), keys_(keys), config_(config), seed_(seed), weights_(graph), place_(graph.node_count(), kNone) {
    std::vector<NodeIndex> sources;
    for (const NodeIndex row : rows) {
      for (const NodeIndex neighbour : graph.neighbours(row)) {
        if (place_[neighbour] == kNone) {
          place_[neighbour] = static_cast<NodeIndex>(sources.size());
          sources.push_back(neighbour);
        }
      }
    }
    sizes_.resize(sources.size());
    neurons_.resize(sources.size() * config.l6_fan);
    worth_.resize(graph.is_weighted() ? neurons_.size() : sources.size());
    parallel_blocks(threads, sources.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      FanDraw fan(graph_, keys_, config_, seed_);
      std::vector<std::uint64_t> edges;
      for (std::size_t i = begin; i < end; ++i) {
        fill(i, sources[i], fan, edges);
      }
    });
  }

  /// Calls hear(neuron, worth) for everything that a source passes on.
  template <class Hear>
  void pass_on(NodeIndex source, const Hear& hear) const {
    const std::size_t at = place_[source];
    const std::size_t first = at * config_.l6_fan;
    for (std::size_t k = 0; k < sizes_[at]; ++k) {
      hear(neurons_[first + k], worth_[graph_.is_weighted() ? first + k : at]);
    }
  }

 private:
  static constexpr NodeIndex kNone = std::numeric_limits<NodeIndex>::max();

  void fill(std::size_t at, NodeIndex source, FanDraw& fan, std::vector<std::uint64_t>& edges) {
    fan.draw(source, edges);
    const float share = telling(graph_.degree(source));
    const double scale = weights_.scale(source);
    sizes_[at] = static_cast<std::uint32_t>(edges.size());
    for (std::size_t k = 0; k < edges.size(); ++k) {
      neurons_[at * config_.l6_fan + k] = l6_identity(keys_(graph_.targets[edges[k]]), config_, seed_);
      if (graph_.is_weighted()) {
        worth_[at * config_.l6_fan + k] = share * weights_.of(edges[k], scale);
      }
    }
    if (!graph_.is_weighted()) {
      worth_[at] = share;
    }
  }

  const Graph& graph_;
  const NodeKeys& keys_;
  const L6Config& config_;
  std::uint64_t seed_;
  EdgeWeights weights_;
  std::vector<NodeIndex> place_;        ///< index of a node among the sources
  std::vector<std::uint32_t> sizes_;    ///< number of identities each passes on
  std::vector<std::uint16_t> neurons_;  ///< l6_fan entries per source
  std::vector<float> worth_;            ///< parallel to the neurons, or one per source if edges have no weights
};

/// Computes the neurons of one node after another; one object per block.
class Listener {
 public:
  Listener(const Graph& graph, const Fans& fans, const NodeKeys& keys, const L6Config& config, std::uint64_t seed)
      : graph_(graph),
        fans_(fans),
        keys_(keys),
        config_(config),
        seed_(seed),
        weights_(graph),
        seats_(seed, Purpose::kL6Seats),
        sums_(config.l6_size, 0.0F) {}

  void listen(NodeIndex node, std::span<std::uint16_t> out) {
    const std::uint64_t key = keys_(node);
    const std::uint16_t own = l6_identity(key, config_, seed_);
    heard_.clear();
    const double scale = weights_.scale(node);
    for (std::uint64_t e = graph_.offsets[node]; e < graph_.offsets[node + std::size_t{1}]; ++e) {
      const NodeIndex neighbour = graph_.targets[e];
      const float weight = weights_.of(e, scale);
      hear(l6_identity(keys_(neighbour), config_, seed_), weight);
      fans_.pass_on(neighbour, [&](std::uint16_t neuron, float worth) { hear(neuron, weight * worth); });
    }
    const auto louder = [this](std::uint16_t a, std::uint16_t b) {
      return sums_[a] != sums_[b] ? sums_[a] > sums_[b] : a < b;
    };
    const std::size_t voices = std::min(heard_.size(), out.size());
    const auto last = heard_.begin() + static_cast<std::ptrdiff_t>(voices);
    if (last != heard_.end()) {
      std::nth_element(heard_.begin(), last, heard_.end(), louder);
    }
    std::sort(heard_.begin(), last, louder);
    parties_.clear();
    const float loudest = voices > 0 ? sums_[heard_.front()] : 1.0F;
    parties_.push_back({own, loudest, loudest});
    for (std::size_t i = 0; i < voices; ++i) {
      if (heard_[i] != own) {
        parties_.push_back({heard_[i], sums_[heard_[i]], sums_[heard_[i]]});
      }
    }
    for (const std::uint16_t neuron : heard_) {
      sums_[neuron] = 0.0F;
    }
    give_seats(out);
  }

 private:
  /// A neuron that was heard, and its claim to seats.
  struct Party {
    std::uint16_t neuron;
    float votes;
    float quotient;           ///< for the next seat: votes / (2 · asked + 1)
    std::uint32_t asked = 0;  ///< seats requested so far
  };

  /// Assigns seats in proportion to votes, by the method of Sainte-Laguë. The first seat of a party is its own neuron,
  /// further seats follow by a hash; a seat already taken is skipped.
  void give_seats(std::span<std::uint16_t> out) {
    taken_.assign(config_.l6_size, false);
    for (std::size_t seat = 0; seat < out.size();) {
      Party* next = &parties_.front();
      for (Party& party : parties_) {
        next = party.quotient > next->quotient ? &party : next;
      }
      const std::uint32_t rank = next->asked++;
      next->quotient = next->votes / static_cast<float>(2 * next->asked + 1);
      const auto neuron =
          rank == 0 ? next->neuron : static_cast<std::uint16_t>(seats_.below(config_.l6_size, next->neuron, rank));
      if (!taken_[neuron]) {
        taken_[neuron] = true;
        out[seat++] = neuron;
      }
    }
    std::ranges::sort(out);
  }

  void hear(std::uint16_t neuron, float weight) {
    if (sums_[neuron] == 0.0F) {
      heard_.push_back(neuron);
    }
    // A weight too small for a float still counts as heard.
    sums_[neuron] += std::max(weight, std::numeric_limits<float>::min());
  }

  const Graph& graph_;
  const Fans& fans_;
  const NodeKeys& keys_;
  const L6Config& config_;
  std::uint64_t seed_;
  EdgeWeights weights_;
  KeyedRandom seats_;
  std::vector<float> sums_;           ///< 0 for a neuron that was not heard
  std::vector<std::uint16_t> heard_;  ///< the neurons heard
  std::vector<Party> parties_;        ///< the node's own neuron first, then the loudest
  std::vector<bool> taken_;           ///< neurons with a seat
};

}  // namespace

std::uint16_t l6_identity(std::uint64_t key, const L6Config& config, std::uint64_t seed) noexcept {
  return static_cast<std::uint16_t>(KeyedRandom(seed, Purpose::kL6Identity).below(config.l6_size, key, 0));
}

std::vector<std::uint16_t> encode_l6(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                     const L6Config& config, std::uint64_t seed, const RunContext& context) {
  std::vector<std::uint16_t> neurons(rows.size() * config.l6_active);
  if (neurons.empty()) {
    return neurons;
  }
  const Fans fans(graph, rows, keys, config, seed, context.threads);
  parallel_blocks(context.threads, rows.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    Listener listener(graph, fans, keys, config, seed);
    for (std::size_t i = begin; i < end; ++i) {
      listener.listen(rows[i], std::span(neurons).subspan(i * config.l6_active, config.l6_active));
    }
  });
  context.advance(1.0);
  return neurons;
}

std::vector<HeardNode> heard_nodes(const Graph& graph, NodeIndex node, const NodeKeys& keys, const L6Config& config,
                                   std::uint64_t seed) {
  const EdgeWeights weights(graph);
  FanDraw fan(graph, keys, config, seed);
  std::vector<std::uint64_t> edges;
  std::map<NodeIndex, double> sums;
  for (std::uint64_t e = graph.offsets[node]; e < graph.offsets[node + std::size_t{1}]; ++e) {
    const NodeIndex neighbour = graph.targets[e];
    const auto weight = static_cast<double>(weights.of(e, weights.scale(node)));
    const auto share = static_cast<double>(telling(graph.degree(neighbour)));
    sums[neighbour] += weight;
    fan.draw(neighbour, edges);
    for (const std::uint64_t further : edges) {
      sums[graph.targets[further]] +=
          weight * share * static_cast<double>(weights.of(further, weights.scale(neighbour)));
    }
  }
  sums.erase(node);
  std::vector<HeardNode> heard;
  for (const auto& [other, sum] : sums) {
    heard.push_back({other, sum});
  }
  std::ranges::stable_sort(heard, std::ranges::greater{}, &HeardNode::loudness);
  return heard;
}

}  // namespace columnar
