#pragma once

#include <string>

#include "columnar/graph/graph.hpp"

/// Graphs written for other programs.

namespace columnar::cli {

/// Throws Error where no edge list can be written to this path: it cannot be written at all, or its name says that it
/// is of another format.
void require_edge_list(const std::string& path);

/// id, tab, id (and the weight, where edges have one), an edge a line: what every embedding program reads. A node
/// without edges is not in it.
void write_edges(const std::string& path, const Graph& graph);

}  // namespace columnar::cli
