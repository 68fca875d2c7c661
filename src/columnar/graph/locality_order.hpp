#pragma once

#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// A node order that keeps neighbours close: entry i is the row that comes i-th.
///
/// In a large graph, every step of a walk and every row of a neighbour is a cache miss if rows are in file order; in
/// this
/// order most are already in the cache. Each node joins the group that most of its edges lead to, with groups no larger
/// than the cache (label propagation: Raghavan, Albert and Kumara, 2007). Groups are ordered as they are reached over
/// the
/// edges between them, strongest first. Linear time and memory; deterministic. Checkpoints store results in this order,
/// so
/// changing it needs a new version of their format. docs/decisions/0027-nodes-in-a-better-order.md
[[nodiscard]] std::vector<NodeIndex> locality_order(const Graph& graph, const RunContext& context);

/// The graph with its rows in this order and renumbered. It has no ids.
[[nodiscard]] Graph in_order(const Graph& graph, std::span<const NodeIndex> order);

}  // namespace columnar
