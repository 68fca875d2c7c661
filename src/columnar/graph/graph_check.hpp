#pragma once

#include <string>

#include "columnar/graph.hpp"

namespace columnar {

/// Why a graph from a file cannot be, or "": rows that span the edges and ascend through other nodes, weights that are
/// positive and finite, and edges in both rows unless the graph is directed. A graph without edges cannot be, either.
/// The number of ids is not checked.
[[nodiscard]] std::string graph_problem(const Graph& graph);

}  // namespace columnar
