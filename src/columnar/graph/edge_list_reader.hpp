#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph_builder.hpp"

namespace columnar {

/// Reads an edge list: one edge `u v [weight]` per line, columns separated by any run of spaces, tabs and commas; plain
/// or gzip; "-" for standard input. Blank lines and lines that begin with '#' or '%' are skipped.
///
/// Ids are the column texts, byte for byte, stored as integers if all are canonical 64-bit integers, else as text. Rows
/// are
/// in the order of first appearance. A line without a weight counts as weight 1 if other lines have weights.
/// A third column that begins with '{' is a dictionary up to the end of the line, as networkx.write_edgelist writes it
/// (python_dict.hpp).
/// Lines with one column or more than three, invalid weights, NUL bytes and a file without edges throw Error(kInput)
/// with
/// file and line.
[[nodiscard]] BuiltGraph read_edge_list(const std::string& path, bool directed, std::uint64_t memory_limit = 0);

}  // namespace columnar
