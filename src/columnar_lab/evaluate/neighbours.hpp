#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/node_pair.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/node_scores.hpp"

/// Retrieval: are the hidden neighbours of a node, nodes of its class, and the results of another seed among its
/// nearest
/// nodes? Ties count by expectation (tied_ranks.hpp). Threads change no figure.

namespace columnar {

/// Query nodes and what should be among their nearest nodes.
struct NeighbourQueries {
  std::vector<NodeIndex> nodes;         ///< ascending
  std::vector<std::size_t> offsets{0};  ///< into `hidden`, one more than nodes
  std::vector<NodeIndex> hidden;        ///< the other ends of the hidden edges of each node

  [[nodiscard]] std::span<const NodeIndex> of(std::size_t query) const noexcept {
    return std::span(hidden).subspan(offsets[query], offsets[query + 1] - offsets[query]);
  }
};

/// Both ends of every hidden edge, grouped by node. If these are more than `at_most` directed edges, whole nodes are
/// taken in the order of keys of (seed, kNeighbourQueries, node) until the next does not fit; the first is always
/// taken.
[[nodiscard]] NeighbourQueries draw_queries(NodeIndex node_count, std::span<const NodePair> hidden,
                                            std::uint64_t at_most, std::uint64_t seed);

/// At most this many of the nodes, by keys of the same purpose, in ascending order.
[[nodiscard]] std::vector<NodeIndex> sample_nodes(std::vector<NodeIndex> nodes, std::uint64_t at_most,
                                                  std::uint64_t seed);

struct NeighbourFigures {
  double hits = 0.0;    ///< share of the directed hidden edges whose other end is among the k nearest
  double recall = 0.0;  ///< mean over query nodes of the share of their hidden neighbours among the k nearest
  double mrr = 0.0;     ///< mean over the directed hidden edges of 1 / place
  double ties = 0.0;    ///< mean over query nodes of the number of nodes that share the score of place k
};

/// For each query node, ranks all nodes except itself and its neighbours in the residual graph, which is
/// symmetric. k and the number of queries must be positive; the scores are those of an embedding of the residual graph.
[[nodiscard]] NeighbourFigures measure_neighbours(const Graph& residual, const NeighbourQueries& queries,
                                                  const NodeScores& scores, std::size_t k, const RunContext& context);

/// Mean share of the k nearest labelled nodes that have the class of the node, over the given labelled nodes.
/// Linked nodes are ranked, too. NaN if there are no nodes, or no other labelled node.
[[nodiscard]] double same_class_precision(const Labels& labels, std::span<const NodeIndex> nodes,
                                          const NodeScores& scores, std::size_t k, const RunContext& context);

/// Mean share of the k nearest nodes by one score that are among the k nearest by another. Ranked as in
/// measure_neighbours; ties are resolved independently in both, so that two equal rankings with ties agree in less than
/// all places.
[[nodiscard]] double top_k_agreement(const Graph& residual, std::span<const NodeIndex> nodes, const NodeScores& a,
                                     const NodeScores& b, std::size_t k, const RunContext& context);

}  // namespace columnar
