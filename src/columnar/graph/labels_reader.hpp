#pragma once

#include <cstdint>
#include <string>

#include "columnar/files/npz.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// What reading labels skipped.
struct LabelsReadReport {
  std::uint64_t lines = 0;             ///< labels in the file
  std::uint64_t ids_not_in_graph = 0;  ///< skipped because the graph has no such node
};

/// Reads the classes of nodes from a file: one `id label` per line, separators and comments as in edge lists, plain or
/// gzip, "-" for standard input; or from the array `labels` of an `.npz`, in which entry i is the class of the node
/// with id i: integers with -1 for unknown, or texts with "" for unknown.
///
/// In a text file every label is a name, even "-1". Nodes without a line, or whose id is not the number of an entry,
/// are unknown. Ids that are not in the graph are skipped and counted (usual after --largest-component); if none is
/// left, the file belongs to another graph and throws an Error. Repeating a node's label is fine, a different one is an
/// Error. Classes are numbered in the order of their names: by value if all are canonical integers, else byte by byte.
[[nodiscard]] Labels read_labels(const std::string& path, const NodeIds& ids, LabelsReadReport* report = nullptr);

/// The same from an open archive: a graph and its labels must come from one file, even if the file is replaced
/// meanwhile. Messages call it `path`.
[[nodiscard]] Labels read_labels(const NpzReader& file, const std::string& path, const NodeIds& ids);

}  // namespace columnar
