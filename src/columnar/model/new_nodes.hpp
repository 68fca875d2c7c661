#pragma once

#include "columnar/attributes.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/model.hpp"

/// What encode() and update() share: a model's graph and attributes with those of new nodes.

namespace columnar {

/// Throws Error(kInput) for attributes that the model cannot use: it has none, or other columns, or knows the node.
void check_new_attributes(const Model& model, const NamedAttributes& given);

/// The changed graph, with the nodes that have attributes but no edge at the end.
[[nodiscard]] ChangedGraph with_new_nodes(const Graph& graph, const EdgeChanges& changes, NewNodes policy,
                                          const NodeIds& with_attributes);

/// The attributes of the model, with a row for each node of the graph that it lacks, empty where none is given. Without
/// rows if the model uses no attributes.
[[nodiscard]] Attributes with_new_rows(const Model& model, const Graph& graph, const NamedAttributes& given);

}  // namespace columnar
