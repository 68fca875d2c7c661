#include "columnar_lab/evaluate/edge_split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"

namespace columnar {
namespace {

// The two uses of the purpose: which edges are hidden, and which of the others train the classifier.
constexpr std::uint64_t kHide = 0;
constexpr std::uint64_t kTrain = 1;

/// The edges of a symmetric graph, each once, u < v.
std::vector<NodePair> edges_of(const Graph& graph) {
  std::vector<NodePair> edges;
  edges.reserve(graph.edge_count());
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      if (u < v) {
        edges.push_back({u, v});
      }
    }
  }
  return edges;
}

/// The same edges in an order that depends on the seed, the use and the edges alone.
std::vector<NodePair> shuffled(const std::vector<NodePair>& edges, std::uint64_t seed, std::uint64_t use) {
  struct Keyed {
    std::uint64_t key;
    NodePair edge;
    auto operator<=>(const Keyed&) const = default;
  };
  const KeyedRandom random(seed, Purpose::kEdgeSplit);
  std::vector<Keyed> keyed;
  keyed.reserve(edges.size());
  for (const NodePair edge : edges) {
    keyed.push_back({random.bits(edge.u, 2 * std::uint64_t{edge.v} + use), edge});
  }
  std::ranges::sort(keyed);
  std::vector<NodePair> order(keyed.size());
  std::ranges::transform(keyed, order.begin(), &Keyed::edge);
  return order;
}

/// For each edge, in the order given, whether it joins two trees of those before it.
std::vector<bool> in_first_forest(const std::vector<NodePair>& edges, NodeIndex nodes) {
  std::vector<NodeIndex> parent(nodes);
  std::iota(parent.begin(), parent.end(), NodeIndex{0});
  const auto root = [&parent](NodeIndex v) {
    while (parent[v] != v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  std::vector<bool> joins(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const NodeIndex a = root(edges[i].u);
    const NodeIndex b = root(edges[i].v);
    joins[i] = a != b;
    parent[std::max(a, b)] = std::min(a, b);
  }
  return joins;
}

/// For each edge whether it leads from a node to the first of its neighbours that a breadth-first search met. Searches
/// start at the node with the lowest key among those not yet met, and see neighbours in the order of their rows.
std::vector<bool> in_breadth_first_forest(const Graph& graph, const std::vector<NodePair>& edges, std::uint64_t seed) {
  const NodeIndex nodes = graph.node_count();
  const KeyedRandom random(seed, Purpose::kEdgeSplit);
  std::vector<NodeIndex> starts(nodes);
  std::iota(starts.begin(), starts.end(), NodeIndex{0});
  std::ranges::sort(starts, {}, [&](NodeIndex v) { return std::pair(random.bits(v, 2 * std::uint64_t{v}), v); });
  std::vector<NodeIndex> parent(nodes, nodes);
  std::vector<NodeIndex> queue;
  for (const NodeIndex start : starts) {
    if (parent[start] != nodes) {
      continue;
    }
    parent[start] = start;
    queue.assign(1, start);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const NodeIndex next : graph.neighbours(queue[i])) {
        if (parent[next] == nodes) {
          parent[next] = queue[i];
          queue.push_back(next);
        }
      }
    }
  }
  std::vector<bool> kept(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    kept[i] = parent[edges[i].u] == edges[i].v || parent[edges[i].v] == edges[i].u;
  }
  return kept;
}

/// The graph without some edges, which are sorted; of a directed graph both directions go.
Graph without(const Graph& graph, const std::vector<NodePair>& hidden) {
  Graph rest;
  rest.directed = graph.directed;
  rest.ids = graph.ids;
  rest.offsets.reserve(graph.offsets.size());
  rest.targets.reserve(graph.targets.size());
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.neighbour_weights(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!std::ranges::binary_search(hidden, NodePair{std::min(u, row[i]), std::max(u, row[i])})) {
        rest.targets.push_back(row[i]);
        if (!weights.empty()) {
          rest.weights.push_back(weights[i]);
        }
      }
    }
    rest.offsets.push_back(rest.targets.size());
  }
  if (std::ranges::all_of(rest.weights, [](float w) { return w == 1.0F; })) {
    rest.weights.clear();
  }
  return rest;
}

/// How many edges to hide; throws where that is none or more than lie outside the forest.
std::size_t edges_to_hide(double share, std::size_t edges, std::size_t outside_forest) {
  const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(edges)));
  if (wanted == 0) {
    throw Error(ErrorCode::kInput, fmt::format("graph: {:g} % of its {} edges are less than one: too small to split",
                                               share * 100.0, edges));
  }
  if (wanted > outside_forest) {
    throw Error(
        ErrorCode::kInput,
        fmt::format("graph: {:g} % of its {} edges are {}, but only {} ({:.2g} %) can be held out without cutting "
                    "it apart",
                    share * 100.0, edges, wanted, outside_forest,
                    100.0 * static_cast<double>(outside_forest) / static_cast<double>(edges)));
  }
  return wanted;
}

void require_possible(const EdgeSplitOptions& options) {
  if (!(options.held_out > 0.0 && options.held_out < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("held-out: must lie between 0 and 1, not {}", options.held_out));
  }
  if (options.max_training_edges == 0) {
    throw Error(ErrorCode::kConfig, "training edges: at least one is needed");
  }
}

}  // namespace

HiddenEdges hide_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed) {
  require_possible(options);
  const SymmetricGraph symmetric(graph);
  const std::vector<NodePair> edges = shuffled(edges_of(symmetric.graph()), seed, kHide);
  const std::vector<bool> forest = options.forest == KeptForest::kRandomOrder
                                       ? in_first_forest(edges, graph.node_count())
                                       : in_breadth_first_forest(symmetric.graph(), edges, seed);
  const auto outside = static_cast<std::size_t>(std::ranges::count(forest, false));
  const std::size_t hide = edges_to_hide(options.held_out, edges.size(), outside);

  HiddenEdges split;
  std::size_t free_left = outside;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool hidden = !forest[i] && free_left <= hide;
    free_left -= forest[i] ? 0 : 1;
    (hidden ? split.hidden : split.kept).push_back(edges[i]);
  }
  std::vector<NodePair> sorted = split.hidden;
  std::ranges::sort(sorted);
  split.residual = without(graph, sorted);
  return split;
}

EdgeSplit split_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed) {
  if (graph.directed) {
    throw Error(ErrorCode::kInput,
                "graph: link prediction asks for undirected edges, for none of its operators tells u v from v u");
  }
  HiddenEdges edges = hide_edges(graph, options, seed);
  const std::size_t hide = edges.hidden.size();
  EdgeSplit split;
  split.residual = std::move(edges.residual);
  split.test_positives = std::move(edges.hidden);
  split.training_positives = shuffled(edges.kept, seed, kTrain);
  split.training_positives.resize(std::min<std::size_t>(edges.kept.size(), options.max_training_edges));

  split.test_negatives =
      draw_non_edges(graph, split.residual, options.negatives, hide + split.training_positives.size(), seed);
  split.training_negatives.assign(split.test_negatives.begin() + static_cast<std::ptrdiff_t>(hide),
                                  split.test_negatives.end());
  split.test_negatives.resize(hide);
  return split;
}

}  // namespace columnar
