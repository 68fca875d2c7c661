#pragma once

#include <cstddef>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/class_sets.hpp"

namespace columnar {

/// Throws Error(kInput) unless there is one label per node, each kUnknown or an index into names.
void require_labels_for(const Labels& labels, std::size_t nodes);

/// Throws Error(kInput) unless there is a set per node, of ascending indices into names.
void require_sets_for(const ClassSets& sets, std::size_t nodes);

/// The nodes whose class is known, ascending.
[[nodiscard]] std::vector<NodeIndex> labelled_nodes(const Labels& labels);

/// Throws Error(kInput) unless at least two classes occur and at most 4096 are named: a confusion matrix grows with the
/// square of their number.
void require_classes(const Labels& labels);

/// Throws Error(kInput) unless the labels match the graph's nodes and classify() can use them, so that errors appear
/// before the work begins.
void require_classifiable(const Graph& graph, const Labels& labels);

/// Preconditions of every experiment that trains: at least one seed, a valid config, a graph with edges and, unless
/// labels is null, classes that classify() can use. Throws Error(kConfig) or Error(kInput).
void require_trainable(const Graph& graph, const Labels* labels, const Config& config, std::uint32_t seeds);

/// Throws Error(kConfig) if the config has roles. For experiments that take the columns apart: they train none for
/// roles.
void require_no_roles(const Config& config);

}  // namespace columnar
