#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "columnar/graph_builder.hpp"

namespace columnar::testing_support {

struct TinyEdge {
  NodeIndex u;
  NodeIndex v;
  double weight = 1.0;
};

/// A graph written out edge by edge; ids are 0 to nodes - 1.
inline Graph tiny_graph(NodeIndex nodes, const std::vector<TinyEdge>& edges, bool directed = false) {
  GraphBuilder builder({directed, EdgeSource::kList, "tiny"});
  for (const TinyEdge& edge : edges) {
    builder.add(edge.u, edge.v, edge.weight);
  }
  NodeIds ids;
  ids.integers.resize(nodes);
  std::iota(ids.integers.begin(), ids.integers.end(), 0);
  return std::move(builder).build(std::move(ids)).graph;
}

/// The edges of an undirected graph, each leading from its lower row to its higher one: high rows lead nowhere.
inline Graph downhill(const Graph& graph) {
  std::vector<TinyEdge> edges;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      if (u < v) {
        edges.push_back({u, v});
      }
    }
  }
  return tiny_graph(graph.node_count(), edges, true);
}

/// A float where a double is asked for, in the open.
[[nodiscard]] inline double wide(float value) { return static_cast<double>(value); }

}  // namespace columnar::testing_support
