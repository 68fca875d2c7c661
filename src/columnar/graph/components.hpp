#pragma once

#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// The connected components of a graph; of a directed one, the weak components (arcs count both ways).
struct Components {
  std::vector<NodeIndex> of_node;  ///< n entries; components are numbered by their first row
  std::vector<NodeIndex> sizes;    ///< nodes in each

  [[nodiscard]] NodeIndex count() const noexcept { return static_cast<NodeIndex>(sizes.size()); }
  /// The component with most nodes; among equals, the one with the first row. Not for a graph without nodes.
  [[nodiscard]] NodeIndex largest() const noexcept;
};

/// Finds the components by union and find, so that a directed graph needs no transpose.
[[nodiscard]] Components connected_components(const Graph& graph);

/// The part of the graph that is its largest component; rows keep their order and nodes their ids. `labels` (if it has
/// any) is cut down to the same rows, class numbers and names as before, and `report` counts the nodes and edges left
/// out.
[[nodiscard]] Graph largest_component(const Graph& graph, Labels& labels, GraphReadReport& report);

}  // namespace columnar
