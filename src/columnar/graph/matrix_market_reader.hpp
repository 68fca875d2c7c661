#pragma once

#include <string>

#include "columnar/graph/graph_builder.hpp"

namespace columnar {

/// Reads a graph from a Matrix Market file, plain or gzip: `%%MatrixMarket matrix coordinate`, real, integer or
/// pattern, general or symmetric; the rest of the format (array, complex, skew-symmetric, hermitian) is refused by
/// name.
///
/// The matrix must be square. Node ids are the row numbers of the file, from 1, and every row is a node, isolated ones
/// included. An undirected reading takes (i, j) and (j, i) as one edge (see EdgeSource::kMatrix); in a directed reading
/// a symmetric matrix has both arcs. A size line may promise anything, so memory grows with the entries that are really
/// there; only then are the rows made, and a matrix of more than a million rows with fewer than one entry in a hundred
/// rows is refused.
[[nodiscard]] BuiltGraph read_matrix_market(const std::string& path, bool directed);

}  // namespace columnar
