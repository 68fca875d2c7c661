#pragma once

#include "columnar/attributes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// One column per node: only the node's identity. A network on it learns one vector per node and mixes them along the
/// edges, which tells more than degrees do; its weights grow with the graph.
[[nodiscard]] Attributes identity_attributes(const Graph& graph);

/// One column per doubling of the degree: 0, 1, 2–3, 4–7, ... Minimal features of a graph without any, at a
/// constant cost.
[[nodiscard]] Attributes degree_attributes(const Graph& graph);

/// Attributes for a graph without any: identity up to 131 072 nodes (64 hidden units then have eight
/// million weights, the size at which full-batch training still fits any machine), degrees beyond.
[[nodiscard]] Attributes default_attributes(const Graph& graph);

}  // namespace columnar
