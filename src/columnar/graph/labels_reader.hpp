#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "columnar/files/npz.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/class_sets.hpp"

namespace columnar {

/// What reading labels skipped.
struct LabelsReadReport {
  std::uint64_t lines = 0;             ///< labels in the file
  bool header = false;                 ///< the first line names the columns
  std::uint64_t ids_not_in_graph = 0;  ///< skipped because the graph has no such node
};

/// Reads the classes of nodes from a file: one `id label` per line, separators, quotes and comments as RecordReader has
/// them in lists, plain or gzip, "-" for standard input; or from the array `labels` of an `.npz`, in which entry i is
/// the class of the node with id i: integers with -1 for unknown, or texts with "" for unknown.
///
/// The first line is a header if its id is not in the graph, and it has usual names (`id label`) or the only text in a
/// column of numbers. With usual names a table may have further columns.
///
/// In a text file every label is a name, even "-1". Nodes without a line, or whose id is not the number of an entry,
/// are unknown. Ids that are not in the graph are skipped and counted (usual after --largest-component); if none is
/// left, the file belongs to another graph and throws an Error. Repeating a node's label is fine, a different one is an
/// Error. Classes are numbered in the order of their names: by value if all are canonical integers, else byte by byte.
[[nodiscard]] Labels read_labels(const std::string& path, const NodeIds& ids, LabelsReadReport* report = nullptr);

/// The classes of nodes of which some may have several.
struct FoundClasses {
  Labels labels;                                 ///< of a node with several, the one that came first
  std::optional<ClassSets> sets = std::nullopt;  ///< all classes, if any node has several
};

/// The same from a file in which a node may have several classes: further lines of a text add to those before, and
/// `labels` of an `.npz` may be a matrix of 0 and 1 with a row per node and a column per class.
[[nodiscard]] FoundClasses read_class_sets(const std::string& path, const NodeIds& ids,
                                           LabelsReadReport* report = nullptr);

/// As read_labels from an open archive: a graph and its labels must come from one file, even if the file is replaced
/// meanwhile. Messages call it `path`.
[[nodiscard]] Labels read_labels(const NpzReader& file, const std::string& path, const NodeIds& ids);

}  // namespace columnar
