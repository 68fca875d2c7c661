#pragma once

#include <string>

#include "columnar/graph.hpp"
#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// The rows of an embedding in the order of `ids`. `place` is its file or name: Error(kInput) begins with it and names
/// the first id without a row.
///
/// Rows go by their ids. An embedding without ids (a plain .npy) has the numbers of its rows instead: they are ids
/// where `ids` has those, else the rows are in the order of `ids`, of which there must be as many.
[[nodiscard]] Embedding in_rows_of(const std::string& place, const NodeIds& ids, Embedding embedding);

/// A graph and an embedding of its nodes, row by row as in_rows_of: the graph as it is, or its largest component where
/// the embedding has only that. `graph` and the labels of its nodes may be reduced to that component.
[[nodiscard]] Embedding match_rows(const std::string& place, Graph& graph, Labels& labels, Embedding embedding);

}  // namespace columnar
