#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph_reader.hpp"

namespace columnar {

/// Reads a graph from an `.npz`: the gnn-benchmark layout (adj_data, adj_indices, adj_indptr, adj_shape), or what
/// SciPy's `save_npz` writes for a csr or csc matrix (data, indices, indptr, shape, format); other SciPy formats are
/// refused by name.
///
/// Node ids are row numbers, from 0. An undirected graph takes (i, j) and (j, i) as one edge, see
/// EdgeSource::kMatrix. An array `labels`, one entry per node, gives the classes: integers with -1 for unknown, or
/// texts with "" for unknown. Inconsistent arrays throw Error(kInput) that names them.
[[nodiscard]] ReadResult read_npz_graph(const std::string& path, bool directed, std::uint64_t memory_limit = 0);

}  // namespace columnar
