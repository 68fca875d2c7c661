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

/// Between the fields of a text file of this name: a comma in a .csv, else a tab.
[[nodiscard]] char separator_of(const std::string& path);

/// The id of a node as a field of such a file, in quotes where it would not be read back as it is. Throws
/// Error(kOutput) for an id that the format cannot hold.
[[nodiscard]] std::string id_field(const NodeIds& ids, NodeIndex node, const std::string& path);

/// id, separator, id (and the weight, where edges have one), an edge a line: what every embedding program reads. A node
/// without edges is not in it. Throws as id_field does. The caller commits.
void write_edges(AtomicFile& file, const Graph& graph);

}  // namespace columnar::cli
