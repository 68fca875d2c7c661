#pragma once

#include "columnar/graph.hpp"

namespace columnar {

/// The graph with every edge leading both ways. Where a directed graph has u → v and v → u, their weights are added; in
/// a graph without weights the edge counts once. An undirected graph comes back as it is.
[[nodiscard]] Graph both_directions(const Graph& graph);

}  // namespace columnar
