#pragma once

#include <string>

#include "columnar/graph_builder.hpp"
#include "columnar/graph_reader.hpp"

namespace columnar {

/// Reads a graph in a format of the DIMACS challenges, plain or gzip. A line `p PROBLEM NODES LINES` comes first. Then
/// either arcs, `a u v weight` (shortest paths, flows), or edges, `e u v [weight]` (colouring, cliques). Lines that
/// begin with c, n, d, v or x say nothing about edges and are skipped.
///
/// Node ids are the numbers of the file, from 1, and every number is a node. Without --directed, the arcs u → v and v →
/// u are one edge, as in a matrix. The number of arcs must be as promised; that of edges need not, because some files
/// of the challenge count each edge twice.
[[nodiscard]] BuiltGraph read_dimacs(const std::string& path, const ReadOptions& options);

}  // namespace columnar
