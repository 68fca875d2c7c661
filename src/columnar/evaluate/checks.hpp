#pragma once

#include <cstddef>

#include "columnar/graph/graph.hpp"

namespace columnar {

/// Throws Error(kInput) unless there is one label for each of `nodes` nodes, each kUnknown or an index into names.
void require_labels_for(const Labels& labels, std::size_t nodes);

/// Throws Error(kInput) unless the labels are those of the graph's nodes and classify() can work with them: whatever is
/// wrong is found before the work begins.
void require_classifiable(const Graph& graph, const Labels& labels);

}  // namespace columnar
