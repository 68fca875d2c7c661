#pragma once

#include <string>

#include "columnar/graph_builder.hpp"
#include "columnar/graph_reader.hpp"

namespace columnar {

/// Reads a graph in the format of METIS, plain or gzip: a line `nodes edges [format [constraints]]`, then for each node
/// a line with its neighbours, each followed by the weight of the edge if the format says so. Sizes and weights of
/// nodes are skipped, lines that begin with '%' are comments.
///
/// Node ids are the numbers of the lines, from 1. Each edge is listed at both its ends, so a directed graph gets both
/// arcs. The number of entries must be twice the number of edges.
[[nodiscard]] BuiltGraph read_metis(const std::string& path, const ReadOptions& options);

}  // namespace columnar
