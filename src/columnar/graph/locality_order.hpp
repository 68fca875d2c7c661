#pragma once

#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// An order of the nodes in which neighbours lie near one another: the i-th number is the row that comes i-th.
///
/// Whoever walks over a large graph, or gathers rows of its neighbours, waits for memory at every step where rows lie
/// as the file has them; in this order most of what is asked for next is in the cache already. Nodes join the group
/// that most of their edges lead to, groups being no larger than a cache holds (label propagation: Raghavan, Albert and
/// Kumara, 2007); groups follow one another as they are reached over the edges between them, the strongest first.
/// Time and memory grow in proportion to nodes and edges; nothing is drawn. Checkpoints hold what was found in this
/// order: whoever changes it gives their format a new version.     docs/decisions/0027-nodes-in-a-better-order.md
[[nodiscard]] std::vector<NodeIndex> locality_order(const Graph& graph, const RunContext& context);

/// The graph with its rows in this order and numbered by it. It has no ids.
[[nodiscard]] Graph in_order(const Graph& graph, std::span<const NodeIndex> order);

}  // namespace columnar
