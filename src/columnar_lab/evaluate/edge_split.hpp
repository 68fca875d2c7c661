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
  kBreadthFirst,  ///< shortest paths from a random node of each component: short ways stay short, so it is easier
};

struct EdgeSplitOptions {
  double held_out = 0.15;  ///< share of the edges that are hidden and asked for
  Negatives negatives = Negatives::kRandom;
  KeptForest forest = KeptForest::kRandomOrder;
  /// At most so many edges train the classifier, chosen at random, and as many non-edges: ten for each weight of the
  /// regression.
  std::uint64_t max_training_edges = 20'000;
};

/// A graph with some of its edges hidden. Whatever sees `residual` alone knows nothing of the test pairs.
struct EdgeSplit {
  Graph residual;                        ///< the same nodes, ids and order; each component is as connected as before
  std::vector<NodePair> test_positives;  ///< the hidden edges
  std::vector<NodePair> test_negatives;  ///< as many non-edges of the full graph
  std::vector<NodePair> training_positives;  ///< edges of the residual graph
  std::vector<NodePair> training_negatives;  ///< as many non-edges of the full graph, none of them a test pair
};

/// What hiding edges leaves.
struct HiddenEdges {
  Graph residual;  ///< as in EdgeSplit
  std::vector<NodePair> hidden;
  std::vector<NodePair> kept;
};

/// The first half of split_edges, which draws no pairs without an edge: the same hidden edges for the same options and
/// seed. Errors as split_edges, but for those about non-edges and directed graphs.
///
/// In a directed graph a pair of linked nodes is one edge, whichever way it leads: it is hidden in both directions or
/// in none. So the same pairs are hidden as in the same graph read without directions.
[[nodiscard]] HiddenEdges hide_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed);

/// Hides round(held_out · edges) edges, drawn at random from those outside a random spanning forest.
///
/// Edges have an order by keys of (seed, kEdgeSplit, u, v); the hidden ones are the last in it outside the forest. All
/// lists hold u < v, each pair once, in random order.
///
/// Throws Error(kConfig) for a share outside (0, 1) or no training edges; Error(kInput) for a directed graph, and where
/// no edge can be hidden, fewer than asked for (the message says how many) or non-edges are too few.
[[nodiscard]] EdgeSplit split_edges(const Graph& graph, const EdgeSplitOptions& options, std::uint64_t seed);

}  // namespace columnar
