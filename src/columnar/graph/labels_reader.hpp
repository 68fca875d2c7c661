#pragma once

#include <cstdint>
#include <string>

#include "columnar/files/npz.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// What reading labels passed over.
struct LabelsReadReport {
  std::uint64_t lines = 0;             ///< labels as given
  std::uint64_t ids_not_in_graph = 0;  ///< of these, passed over because the graph has no such node
};

/// Reads the classes of nodes from a file: one `id label` a line, separators and comments as in edge lists, plain or
/// gzip, "-" for standard input; or from the array `labels` of an `.npz`, where entry i is the class of the node with
/// id i: integers with -1 for unknown, or texts with "" for unknown.
///
/// In a text every label is a name, "-1" included. Nodes that are not mentioned are unknown. Ids that the graph does
/// not have are passed over and counted (they are usual after --largest-component), but if that leaves none, the file
/// belongs to another graph and is an Error. Giving a node the same label again is fine, another one an Error. Classes
/// are numbered in the order of their names: by value where all are canonical integers, else byte by byte.
[[nodiscard]] Labels read_labels(const std::string& path, const NodeIds& ids, LabelsReadReport* report = nullptr);

/// The same of an archive that is open: a graph and its labels must come from one file, even where the file is being
/// replaced by another. `path` is what messages call it.
[[nodiscard]] Labels read_labels(const NpzReader& file, const std::string& path, const NodeIds& ids);

}  // namespace columnar
