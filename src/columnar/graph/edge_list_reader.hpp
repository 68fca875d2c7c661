#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph_builder.hpp"

namespace columnar {

/// Reads an edge list: one edge `u v [weight]` a line, columns separated by any run of spaces, tabs and commas; plain
/// or gzip; "-" for standard input. Blank lines and lines that begin with '#' or '%' are passed over.
///
/// Ids are whatever stands in the columns, byte for byte; a table of integers where all of them are canonical 64-bit
/// integers, else of text. Rows are in the order of first appearance. A line without a weight counts as weight 1 where
/// other lines have one.
/// A line of one column or of more than three, a weight that is none, a NUL byte and a file without a single edge are
/// an Error(kInput) with file and line.
[[nodiscard]] BuiltGraph read_edge_list(const std::string& path, bool directed, std::uint64_t memory_limit = 0);

}  // namespace columnar
