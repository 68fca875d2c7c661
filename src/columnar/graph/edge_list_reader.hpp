#pragma once

#include <string>

#include "columnar/graph_reader.hpp"

namespace columnar {

/// Reads an edge list: one edge `u v [weight]` per line, or a table with a column for each, as RecordReader splits it
/// and find_edge_columns understands it; plain or gzip; "-" for standard input. Blank lines and lines that begin with
/// '#' or '%' are skipped. Of the options it uses directed, memory_limit and edges.
///
/// Ids are the texts of the fields, byte for byte, stored as integers if all are canonical 64-bit integers, else as
/// text. Rows are in the order of first appearance. A line without a weight counts as weight 1 if other lines have
/// weights. A third field that begins with '{' is a dictionary, as networkx.write_edgelist writes it (python_dict.hpp).
/// Lines with one column or, without a header, more than three, empty fields, invalid weights, NUL bytes and a
/// file without edges throw Error(kInput) with file and line.
[[nodiscard]] ReadResult read_edge_list(const std::string& path, const ReadOptions& options = {});

/// Why the first line of a graph's file may be a header that was read as an edge: the file is an edge list, and the
/// edge links two texts without digits that no other line names, as names of columns would be. Empty if there is no
/// reason.
[[nodiscard]] std::string header_doubt(const std::string& path, const ReadResult& read);

}  // namespace columnar
