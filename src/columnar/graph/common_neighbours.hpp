#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// The nodes that two nodes of an undirected graph are both linked to, ascending.
[[nodiscard]] std::vector<NodeIndex> common_neighbours_of(const Graph& graph, NodeIndex u, NodeIndex v);

/// The unit of adamic_adar_weights: a weight of 1. Sums of fewer than 2²⁰ weights are exact.
inline constexpr double kExactUnits = 0x1.0p32;

/// What each node adds as a common neighbour: 1 / ln(degree), in units of 2⁻³² and rounded to them, so that sums are
/// exact and do not depend on their order. 0 for a node of one neighbour, which is common to that one alone.
[[nodiscard]] std::vector<double> adamic_adar_weights(const Graph& graph);

/// Adds to the entry of every node the weights of the neighbours that it has in common with `node`. The graph is
/// undirected; `weights` and `sums` have an entry per node.
void add_common_neighbours(const Graph& graph, NodeIndex node, std::span<const double> weights, std::span<double> sums);

}  // namespace columnar
