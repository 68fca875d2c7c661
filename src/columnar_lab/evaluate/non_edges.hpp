#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/node_pair.hpp"

namespace columnar {

/// Kind of non-edges in link prediction.
enum class Negatives {
  kRandom,  ///< any two nodes; on a dense graph nearly all are far apart, which is easy to predict
  kHard,    ///< two nodes that share a neighbour
};

/// `count` distinct non-edges of `full` (u < v), uniform over all such sets and in random order, drawn by keys
/// of (seed, kNonEdges). For kHard the shared neighbour is one in `residual`, the same nodes with fewer edges.
///
/// Pairs are drawn by their rank among all candidates, so nothing is rejected and a nearly complete graph
/// costs no more than another. kRandom takes time linear in the nodes and the count; kHard enumerates every pair of
/// neighbours of every node. Throws Error(kInput), with the number available, if there are too few.
[[nodiscard]] std::vector<NodePair> draw_non_edges(const Graph& full, const Graph& residual, Negatives kind,
                                                   std::uint64_t count, std::uint64_t seed);

}  // namespace columnar
