#pragma once

#include <optional>

#include "columnar/graph.hpp"

namespace columnar {

/// The graph that every stage works on: every edge can be followed from both ends.   docs/equations.md#directed
///
/// An undirected graph is used as is, without a copy. For a directed graph with weights a(u → v) a symmetric
/// weighted graph is built:
///
///   w(u, v) = a(u → v) / in(v)^0.15 + a(v → u) / in(u)^0.15,   in(v) = Σ over t of a(t → v)
///
/// So both contexts of a node count, the nodes it leads to and the nodes that lead to it, and no walk ends in a node
/// without outgoing edges. An edge into a popular node counts less than one into a rare node (decision 0034).
class SymmetricGraph {
 public:
  /// The graph must outlive this object.
  explicit SymmetricGraph(const Graph& graph);
  explicit SymmetricGraph(Graph&& graph) = delete;

  /// Rows are those of the given graph. The graph built for a directed one has no ids.
  [[nodiscard]] const Graph& graph() const noexcept { return built_ ? *built_ : *given_; }

 private:
  const Graph* given_;
  std::optional<Graph> built_;  ///< empty for an undirected graph
};

}  // namespace columnar
