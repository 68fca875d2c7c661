#pragma once

#include "columnar/graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Moves every node towards the mean of its neighbours, all at the same time:         docs/equations.md#smoothing
///
///   x_v ← unit(x_v + smoothing · Σ_u w(v,u) · x_u / Σ_u w(v,u))
///
/// The PPMI matrix has no diagonal, so two nodes that meet only each other get orthogonal coordinates; and coordinates
/// of a node with few pairs are noisy. Smoothing over the neighbours repairs both (docs/decisions/0035-smoothing.md).
/// A node without edges keeps its coordinates; one without coordinates gets the mean of its neighbours. Rows of
/// `coordinates` are those of the graph, which must be symmetric; each rank has its own. Smoothing 0 changes nothing.
/// Memory: one copy of the coordinates.
void smooth_over_edges(const Graph& graph, double smoothing, RowMatrix& coordinates, const RunContext& context);

/// The coordinates for regions and eligibility: embed_spectrum, smoothed. The graph must be symmetric.
[[nodiscard]] RowMatrix node_coordinates(const Ppmi& ppmi, const Graph& graph, const Config& config,
                                         const RunContext& context);

}  // namespace columnar
