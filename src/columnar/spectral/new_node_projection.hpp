#pragma once

#include <span>

#include "columnar/ppmi/local_pairs.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Projects nodes into the trained spectral space, by the nodes they meet:              docs/equations.md#fold
///
///   x_v = unit(Σ_u p(u | v) · PPMI(v, u) · x_u)
///
/// `coordinates` has a row for every node of the graph; only those of `rows` are replaced. Nodes without
/// coordinates (rows of zeros) are placed first, relative to one another, in a few passes; nodes that had coordinates
/// then move once, all at the same time. A node that meets no node with coordinates keeps its zeros.
void project_new_nodes(const LocalPairs& pairs, std::span<const NodeIndex> rows, RowMatrix& coordinates,
                       const RunContext& context);

}  // namespace columnar
