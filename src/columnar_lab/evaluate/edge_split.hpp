#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/node_pair.hpp"
#include "columnar_lab/evaluate/non_edges.hpp"

namespace columnar {

/// Which spanning forest is never hidden, so that the residual graph stays connected. It decides how hard a sparse
/// graph is: docs/decisions/0011-link-protocol.md.
enum class KeptForest {
  kRandomOrder,   ///< Kruskal's on edges in random order: hidden edges are those that fall when one goes through all in
                  ///< random order and drops each that is no bridge at that time
  kBreadthFirst,  ///< shortest paths from a random node of each component: short paths stay short, so it is easier
};

struct EdgeSplitOptions {
  double held_out = 0.15;  ///< share of the edges to hide and predict
  Negatives negatives = Negatives::kRandom;
  KeptForest forest = KeptForest::kRandomOrder;
  /// Maximum number of edges that train the classifier, drawn at random, with as many non-edges: ten per weight of the
  /// regression.
  std::uint64_t max_training_edges = 20'000;
};

/// A graph with some of its edges hidden. A method that sees only `residual` knows nothing about the test pairs.
struct EdgeSplit {
  Graph residual;                            ///< the same nodes, ids and order; components stay connected
  std::vector<NodePair> test_positives;      ///< the hidden edges
  std::vector<NodePair> test_negatives;      ///< equally many non-edges of the full graph
  std::vector<NodePair> training_positives;  ///< edges of the residual graph
  std::vector<NodePair> training_negatives;  ///< equally many non-edges of the full graph, without test pairs
};

/// The result of hiding edges.
struct HiddenEdges {
  Graph residual;  ///< as in EdgeSplit
  std::vector<NodePair> hidden;
  std::vector<NodePair> kept;
};

/// The first half of split_edges, without non-edges: the same hidden edges for the same options and
/// seed. Errors as split_edges, except those about non-edges and directed graphs.
///
/// In a directed graph a pair of linked nodes is one edge, whichever way it leads: it is hidden in both directions or
/// in none. So the same pairs are hidden as in the undirected graph.
[[nodiscard]] HiddenEdges hide_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed);

/// Hides round(held_out · edges) edges, drawn at random from those outside a random spanning forest.
///
/// Edges are ordered by keys of (seed, kEdgeSplit, u, v); the hidden ones are the last outside the forest. All
/// lists hold u < v, each pair once, in random order.
///
/// Throws Error(kConfig) for a share outside (0, 1) or no training edges; Error(kInput) for a directed graph, and if
/// no edge or fewer edges than requested can be hidden (the message says how many), or there are too few non-edges.
[[nodiscard]] EdgeSplit split_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed);

}  // namespace columnar
