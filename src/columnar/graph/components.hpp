#pragma once

#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// The connected components of a graph; for a directed graph, the weak components (arcs count both ways).
struct Components {
  std::vector<NodeIndex> of_node;  ///< n entries; components are numbered by their first row
  std::vector<NodeIndex> sizes;    ///< number of nodes in each

  [[nodiscard]] NodeIndex count() const noexcept { return static_cast<NodeIndex>(sizes.size()); }
  /// The component with the most nodes; among equals, the one with the first row. Requires a node.
  [[nodiscard]] NodeIndex largest() const noexcept;
};

/// Finds the components by union-find, so that a directed graph needs no transpose.
[[nodiscard]] Components connected_components(const Graph& graph);

/// The largest component as a graph; rows keep their order and nodes their ids. `labels` (if any) is reduced to the
/// same
/// rows with class numbers and names unchanged, and `report` counts the dropped nodes and edges.
[[nodiscard]] Graph largest_component(const Graph& graph, Labels& labels, GraphReadReport& report);

}  // namespace columnar
