#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// What a graph says of two nodes, without any code.
struct GraphEvidence {
  double there = 0.0;                     ///< weight of the edge from the first to the second; 0 if there is none
  double back = 0.0;                      ///< of the edge from the second to the first; equal if undirected
  std::vector<NodeIndex> common;          ///< common neighbours, in whatever direction: those with fewest edges first
  std::optional<std::uint32_t> distance;  ///< steps between them, in whatever direction; empty if no path joins them

  [[nodiscard]] bool is_linked() const noexcept { return there > 0.0 || back > 0.0; }
};

/// The evidence for two different nodes, which must exist. A common neighbour with few edges says more than a hub.
[[nodiscard]] GraphEvidence graph_evidence(const Graph& graph, NodeIndex first, NodeIndex second);

}  // namespace columnar
