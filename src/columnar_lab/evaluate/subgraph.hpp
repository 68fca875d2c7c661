#pragma once

#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"

namespace columnar {

/// The subgraph induced by the given nodes, ascending. Ids, labels and all class names are kept.
[[nodiscard]] LabelledGraph induced_subgraph(const Graph& graph, const Labels& labels,
                                             const std::vector<NodeIndex>& kept);

}  // namespace columnar
