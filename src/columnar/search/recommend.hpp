#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar/search/bit_overlaps.hpp"

namespace columnar {

/// A likely new edge of a node.
struct Recommendation {
  NodeIndex node = 0;
  double score = 0.0;         ///< 1 if no other candidate shares more bits or has more in common
  std::uint32_t near = 0;     ///< shared L6 neurons; 0 if the codes have no L6
  std::uint32_t overlap = 0;  ///< shared bits of the other layers; equal to near if the codes are L6 only
  std::uint32_t common = 0;   ///< common neighbours

  bool operator==(const Recommendation&) const = default;
};

/// Likely new edges, by codes and common neighbours. docs/decisions/0043-recommend-cluster-map.md
///
/// The order is that of the score, then of the rows. All functions are thread-safe.
class Recommender {
 public:
  /// The graph is undirected (SymmetricGraph), has the rows of the codes and must outlive this object. Throws
  /// Error(kInput) if their numbers differ.
  Recommender(const Graph& graph, SdrTable codes);

  /// The score of every node as a new neighbour of one.                              docs/equations.md#recommend
  ///
  ///   r(u, v) = S(u, v) / (3 · max S(u, c)) + 2 · A(u, v) / (3 · max A(u, c))
  ///
  /// S is the score that orders hits, A is Adamic-Adar, and the maxima are over the candidates c: all nodes but u and
  /// its neighbours. A term whose maximum is 0 is 0. Neighbours are scored, too, and may exceed 1; u itself is 0.
  void score(NodeIndex node, std::span<float> scores) const;

  /// The k best candidates of each of the nodes, which must exist: entry i is for nodes[i]. A candidate with a score of
  /// 0 is never among them. Runs on all threads of the context.
  [[nodiscard]] std::vector<std::vector<Recommendation>> top(std::span<const NodeIndex> nodes, std::size_t k,
                                                             const RunContext& context = {}) const;

 private:
  [[nodiscard]] std::vector<Recommendation> top_of(NodeIndex node, std::size_t k) const;

  const Graph& graph_;
  BitOverlaps overlaps_;
  std::vector<double> weights_;  ///< Adamic-Adar, per node
};

}  // namespace columnar
