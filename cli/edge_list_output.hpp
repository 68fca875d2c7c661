#pragma once

#include <string>

#include "columnar/files/atomic_file.hpp"
#include "columnar/graph.hpp"

/// Graphs written for other programs.

namespace columnar::cli {

/// Throws Error where the name of an edge list says that it is of another format.
void require_edge_list(const std::string& path);

/// True if an exported graph may have this name: .tsv, .txt or .csv.
[[nodiscard]] bool is_edge_list_name(const std::string& path);

/// id, separator, id (and the weight, where edges have one), an edge a line: what every embedding program reads. A name
/// ending in .csv gives commas, any other tabs; ids that would not be read back as they are are in quotes. A node
/// without edges is not in it. Throws Error(kOutput) for an id that the format cannot hold. The caller commits.
void write_edges(AtomicFile& file, const Graph& graph);

}  // namespace columnar::cli
