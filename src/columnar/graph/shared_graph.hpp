#pragma once

#include "columnar/attributes.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Gives all ranks the graph of the first, without ids: only outputs name nodes, and the first rank writes them.
void share_graph(Ranks& ranks, Graph& graph);
/// The same for attributes, without the names of columns.
void share_attributes(Ranks& ranks, Attributes& attributes);

}  // namespace columnar
