#include "columnar_lab/evaluate/non_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_set>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

// The two uses of the purpose: which ranks are drawn, and in which order they come.
constexpr std::uint64_t kRankDraw = 0;
constexpr std::uint64_t kOrderDraw = 1;

std::span<const NodeIndex> later_neighbours(const Graph& graph, NodeIndex u) {
  const auto row = graph.neighbours(u);
  return row.subspan(static_cast<std::size_t>(std::ranges::upper_bound(row, u) - row.begin()));
}

/// The pairs (u, v), v > u, without an edge: those of u are numbered by v.
class AllNonEdges {
 public:
  explicit AllNonEdges(const Graph& graph) : graph_(graph) {}

  [[nodiscard]] std::uint64_t count(NodeIndex u) const {
    return std::uint64_t{graph_.node_count()} - 1 - u - later_neighbours(graph_, u).size();
  }

  /// Row i of the neighbours has (neighbour − u − 1 − i) non-neighbours before it, which never falls: the answer lies
  /// behind all that have at most `place` before them.
  [[nodiscard]] NodeIndex at(NodeIndex u, std::uint64_t place) const {
    const auto row = later_neighbours(graph_, u);
    std::size_t low = 0;
    std::size_t high = row.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (row[middle] - u - 1 - middle <= place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return static_cast<NodeIndex>(u + 1 + place + low);
  }

 private:
  const Graph& graph_;
};

/// Those whose ends share a neighbour in the residual graph: those of u are numbered as the search finds them.
class TwoHopNonEdges {
 public:
  TwoHopNonEdges(const Graph& full, const Graph& residual)
      : full_(full), residual_(residual), seen_in_(full.node_count(), 0) {}

  [[nodiscard]] std::uint64_t count(NodeIndex u) {
    search(u);
    return found_.size();
  }
  [[nodiscard]] NodeIndex at(NodeIndex u, std::uint64_t place) {
    if (u != last_) {
      search(u);
    }
    return found_[place];
  }

 private:
  void search(NodeIndex u) {
    last_ = u;
    found_.clear();
    ++search_;
    for (const NodeIndex v : full_.neighbours(u)) {
      seen_in_[v] = search_;
    }
    for (const NodeIndex w : residual_.neighbours(u)) {
      for (const NodeIndex v : later_than(u, w)) {
        if (seen_in_[v] != search_) {
          seen_in_[v] = search_;
          found_.push_back(v);
        }
      }
    }
  }
  [[nodiscard]] std::span<const NodeIndex> later_than(NodeIndex u, NodeIndex w) const {
    const auto row = residual_.neighbours(w);
    return row.subspan(static_cast<std::size_t>(std::ranges::upper_bound(row, u) - row.begin()));
  }

  const Graph& full_;
  const Graph& residual_;
  std::vector<std::uint64_t> seen_in_;  ///< the last search that met the node
  std::uint64_t search_ = 0;
  std::vector<NodeIndex> found_;
  NodeIndex last_ = ~NodeIndex{0};
};

/// `count` of the numbers below `all`, ascending, every set equally likely: Floyd's algorithm, one draw a number.
std::vector<std::uint64_t> draw_ranks(std::uint64_t all, std::uint64_t count, const KeyedRandom& random) {
  std::unordered_set<std::uint64_t> taken;
  taken.reserve(count);
  for (std::uint64_t top = all - count; top < all; ++top) {
    const std::uint64_t drawn = random.below(top + 1, kRankDraw, top);
    taken.insert(taken.contains(drawn) ? top : drawn);
  }
  std::vector<std::uint64_t> ranks(taken.begin(), taken.end());
  std::ranges::sort(ranks);
  return ranks;
}

template <class Pairs>
std::vector<NodePair> draw_from(Pairs pairs, NodeIndex nodes, std::uint64_t count, const char* what,
                                const KeyedRandom& random) {
  std::vector<std::uint64_t> before(std::size_t{nodes} + 1, 0);
  for (NodeIndex u = 0; u < nodes; ++u) {
    before[std::size_t{u} + 1] = before[u] + pairs.count(u);
  }
  if (before.back() < count) {
    throw Error(ErrorCode::kInput,
                fmt::format("graph: link prediction needs {} {}, but there are only {}", count, what, before.back()));
  }
  std::vector<NodePair> drawn;
  drawn.reserve(count);
  NodeIndex u = 0;
  for (const std::uint64_t rank : draw_ranks(before.back(), count, random)) {
    while (before[std::size_t{u} + 1] <= rank) {
      ++u;
    }
    drawn.push_back({u, pairs.at(u, rank - before[u])});
  }
  keyed_shuffle(std::span(drawn), random, kOrderDraw);
  return drawn;
}

}  // namespace

std::vector<NodePair> draw_non_edges(const Graph& full, const Graph& residual, Negatives kind, std::uint64_t count,
                                     std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kNonEdges);
  if (kind == Negatives::kHard) {
    return draw_from(TwoHopNonEdges(full, residual), full.node_count(), count,
                     "pairs without an edge that share a neighbour", random);
  }
  return draw_from(AllNonEdges(full), full.node_count(), count, "pairs without an edge", random);
}

}  // namespace columnar
