#pragma once

#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"

namespace columnar {

/// The part of a graph that some nodes, ascending, make among themselves. Ids, labels and all class names stay.
[[nodiscard]] LabelledGraph induced_subgraph(const Graph& graph, const Labels& labels,
                                             const std::vector<NodeIndex>& kept);

}  // namespace columnar
