#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph_builder.hpp"

namespace columnar {

/// Reads a graph from a Matrix Market file, plain or gzip: `%%MatrixMarket matrix coordinate`, real, integer or
/// pattern, general or symmetric; the rest of the format (array, complex, skew-symmetric, hermitian) is refused by
/// name.
///
/// The matrix must be square. Node ids are the row numbers of the file, from 1, and every row is a node, isolated ones
/// included. An undirected reading takes (i, j) and (j, i) as one edge (see EdgeSource::kMatrix); in a directed reading
/// a symmetric matrix has both arcs. A size line may promise anything, so memory grows with the entries that are really
/// there; only then are the rows made, if they are plausible (require_plausible_rows).
///
/// An `integer` matrix holds whole numbers alone, and a `symmetric` one entries on one side of the diagonal alone: else
/// the banner or the entries are wrong, and the line is named.
[[nodiscard]] BuiltGraph read_matrix_market(const std::string& path, bool directed, std::uint64_t memory_limit = 0);

}  // namespace columnar
