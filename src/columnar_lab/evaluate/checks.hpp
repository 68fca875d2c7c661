#pragma once

#include <cstddef>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Throws Error(kInput) unless there is one label for each of `nodes` nodes, each kUnknown or an index into names.
void require_labels_for(const Labels& labels, std::size_t nodes);

/// The nodes whose class is known, ascending.
[[nodiscard]] std::vector<NodeIndex> labelled_nodes(const Labels& labels);

/// Throws Error(kInput) unless two classes or more occur, and at most 4096 are named: a confusion matrix grows with the
/// square of their number.
void require_classes(const Labels& labels);

/// Throws Error(kInput) unless the labels are those of the graph's nodes and classify() can work with them: whatever is
/// wrong is found before the work begins.
void require_classifiable(const Graph& graph, const Labels& labels);

/// What every experiment that trains anew asks for before its first training: at least one seed, a possible config, a
/// graph with edges and, unless labels is null, classes that classify() can work with. Throws Error(kConfig) or
/// Error(kInput).
void require_trainable(const Graph& graph, const Labels* labels, const Config& config, std::uint32_t seeds);

}  // namespace columnar
