#include "columnar/cortex/l6_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph/both_directions.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 256;

/// What an edge of the graph says, in units of the mean edge of the node it leaves.
class EdgeWeights {
 public:
  explicit EdgeWeights(const Graph& graph) : graph_(graph) {}

  /// The factor that brings the weights of a node's edges to a mean of 1.
  [[nodiscard]] double scale(NodeIndex node) const noexcept {
    return graph_.is_weighted() ? static_cast<double>(graph_.degree(node)) / graph_.strength(node) : 1.0;
  }
  /// Of the edge at this place of the graph's arrays.
  [[nodiscard]] float of(std::uint64_t edge, double scale) const noexcept {
    return graph_.is_weighted() ? static_cast<float>(scale * static_cast<double>(graph_.weights[edge])) : 1.0F;
  }

 private:
  const Graph& graph_;
};

/// What each of some nodes passes on to its neighbours: identities of its own neighbours, and how much they count.
class Fans {
 public:
  /// Of the neighbours of the rows.
  Fans(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L6Config& config,
       std::uint64_t seed, int threads)
      : graph_(graph),
        keys_(keys),
        config_(config),
        seed_(seed),
        weights_(graph),
        draw_(seed, Purpose::kL6Fan),
        place_(graph.node_count(), kNone) {
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
      std::vector<Drawn> drawn;
      for (std::size_t i = begin; i < end; ++i) {
        fill(i, sources[i], drawn);
      }
    });
  }

  /// Calls hear(neuron, worth) for everything that a neighbour of the rows passes on.
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
  struct Drawn {
    std::uint64_t lot;
    std::uint64_t edge;  ///< place in the graph's arrays
  };

  void fill(std::size_t at, NodeIndex source, std::vector<Drawn>& drawn) {
    const std::uint64_t first = graph_.offsets[source];
    const std::size_t degree = graph_.degree(source);
    const std::size_t heard = std::min<std::size_t>(degree, config_.l6_fan);
    drawn.resize(degree);
    for (std::size_t i = 0; i < degree; ++i) {
      drawn[i] = {0, first + i};
    }
    if (heard < degree) {  // the lowest lots: an edge more or less changes one of those drawn
      const std::uint64_t key = keys_(source);
      for (Drawn& one : drawn) {
        one.lot = draw_.bits(key, keys_(graph_.targets[one.edge]));
      }
      const auto order = [](const Drawn& a, const Drawn& b) {
        return a.lot != b.lot ? a.lot < b.lot : a.edge < b.edge;
      };
      std::nth_element(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(heard), drawn.end(), order);
      drawn.resize(heard);
      std::sort(drawn.begin(), drawn.end(), [](const Drawn& a, const Drawn& b) { return a.edge < b.edge; });
    }
    const auto share = static_cast<float>(1.0 / std::log1p(static_cast<double>(degree)));
    const double scale = weights_.scale(source);
    sizes_[at] = static_cast<std::uint32_t>(heard);
    for (std::size_t k = 0; k < heard; ++k) {
      neurons_[at * config_.l6_fan + k] = l6_identity(keys_(graph_.targets[drawn[k].edge]), config_, seed_);
      if (graph_.is_weighted()) {
        worth_[at * config_.l6_fan + k] = share * weights_.of(drawn[k].edge, scale);
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
  KeyedRandom draw_;
  std::vector<NodeIndex> place_;        ///< of a node among the sources
  std::vector<std::uint32_t> sizes_;    ///< how many each passes on
  std::vector<std::uint16_t> neurons_;  ///< l6_fan places each
  std::vector<float> worth_;            ///< parallel to the neurons, or one a source where edges have no weights
};

/// Listens for one node after another; one a block.
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
    std::partial_sort(heard_.begin(), heard_.begin() + static_cast<std::ptrdiff_t>(voices), heard_.end(), louder);
    parties_.clear();
    parties_.push_back({own, voices > 0 ? sums_[heard_.front()] : 1.0F});
    for (std::size_t i = 0; i < voices; ++i) {
      if (heard_[i] != own) {
        parties_.push_back({heard_[i], sums_[heard_[i]]});
      }
    }
    for (const std::uint16_t neuron : heard_) {
      sums_[neuron] = 0.0F;
    }
    give_seats(out);
  }

 private:
  /// A neuron that was heard, and what it may ask for.
  struct Party {
    std::uint16_t neuron;
    float votes;
    std::uint32_t asked = 0;  ///< seats that it asked for so far

    [[nodiscard]] float quotient() const noexcept { return votes / static_cast<float>(2 * asked + 1); }
  };

  /// Seats in proportion to votes, by the method of Sainte-Laguë. The first seat of a party is its own neuron, the
  /// others follow from that by a hash; one that is taken is passed over.
  void give_seats(std::span<std::uint16_t> out) {
    taken_.assign(config_.l6_size, false);
    for (std::size_t seat = 0; seat < out.size();) {
      Party* next = &parties_.front();
      for (Party& party : parties_) {
        next = party.quotient() > next->quotient() ? &party : next;
      }
      const std::uint32_t rank = next->asked++;
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
    // A weight too small for a float still has been heard.
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
  std::vector<std::uint16_t> heard_;  ///< the others
  std::vector<Party> parties_;        ///< the node's own neuron first, then the loudest
  std::vector<bool> taken_;           ///< neurons that have a seat
};

}  // namespace

std::uint16_t l6_identity(std::uint64_t key, const L6Config& config, std::uint64_t seed) noexcept {
  return static_cast<std::uint16_t>(KeyedRandom(seed, Purpose::kL6Identity).below(config.l6_size, key, 0));
}

std::vector<std::uint16_t> encode_l6(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                     const L6Config& config, std::uint64_t seed, const RunContext& context) {
  if (graph.directed) {
    return encode_l6(both_directions(graph), rows, keys, config, seed, context);
  }
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

}  // namespace columnar
