#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph_builder.hpp"

namespace columnar {

/// Reads a graph from a Matrix Market file, plain or gzip: `%%MatrixMarket matrix coordinate`, real, integer or
/// pattern, general or symmetric. Other variants (array, complex, skew-symmetric, hermitian) are refused by name.
///
/// The matrix must be square. Node ids are the row numbers of the file, from 1, and every row is a node, even an
/// isolated
/// one. An undirected graph takes (i, j) and (j, i) as one edge (see EdgeSource::kMatrix); in a directed graph
/// a symmetric matrix gives both arcs. The size line is not trusted: memory grows with the entries actually
/// read, and rows are created afterwards, if their number is plausible (require_plausible_rows).
///
/// An `integer` matrix may hold only integers, and a `symmetric` one only entries on one side of the diagonal;
/// violations
/// are errors that name the line.
[[nodiscard]] BuiltGraph read_matrix_market(const std::string& path, bool directed, std::uint64_t memory_limit = 0);

}  // namespace columnar
