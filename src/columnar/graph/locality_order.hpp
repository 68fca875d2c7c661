#pragma once

#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// An order of the nodes in which neighbours lie near one another: the i-th number is the row that comes i-th.
///
/// In a large graph, every step of a walk and every row of a neighbour is a cache miss if rows are in the order of the
/// file; in this order most of them are in the cache already. Nodes join the group
/// that most of their edges lead to, groups being no larger than a cache holds (label propagation: Raghavan, Albert and
/// Kumara, 2007); groups follow one another as they are reached over the edges between them, the strongest first.
/// Time and memory grow in proportion to nodes and edges; nothing is drawn. Checkpoints hold what was found in this
/// order: a change of it needs a new version of their format.     docs/decisions/0027-nodes-in-a-better-order.md
[[nodiscard]] std::vector<NodeIndex> locality_order(const Graph& graph, const RunContext& context);

/// The graph with its rows in this order and numbered by it. It has no ids.
[[nodiscard]] Graph in_order(const Graph& graph, std::span<const NodeIndex> order);

}  // namespace columnar
