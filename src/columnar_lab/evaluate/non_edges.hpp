#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/node_pair.hpp"

namespace columnar {

/// Which pairs without an edge stand beside the edges of a link prediction.
enum class Negatives {
  kRandom,  ///< any two nodes; on a dense graph nearly all of them are far apart, which is easy to tell
  kHard,    ///< two nodes that share a neighbour
};

/// `count` distinct non-edges of `full` (u < v), every set of so many equally likely and in random order, drawn by keys
/// of (seed, kNonEdges). For kHard the shared neighbour is one in `residual`, the same nodes with fewer edges.
///
/// Pairs are drawn by their rank among all that qualify, so nothing is rejected and a graph that is nearly complete
/// costs no more than another. kRandom takes time linear in the nodes and the count; kHard looks at every pair of
/// neighbours of every node. Throws Error(kInput) that says how many there are where these are too few.
[[nodiscard]] std::vector<NodePair> draw_non_edges(const Graph& full, const Graph& residual, Negatives kind,
                                                   std::uint64_t count, std::uint64_t seed);

}  // namespace columnar
