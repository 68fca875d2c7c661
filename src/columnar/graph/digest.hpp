#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// A fingerprint of a graph: 128 bits as 32 hexadecimal digits, the same on every machine.
///
/// It covers direction, structure, weights and ids (whether integers or text), so a model can tell whether it is given
/// the graph that it learned from. It guards against mistakes, not against deliberate collisions.
[[nodiscard]] std::string graph_digest(const Graph& graph);

/// The same of a graph with attributes; that of the graph if there are none.
[[nodiscard]] std::string run_digest(const Graph& graph, const Attributes& attributes);

}  // namespace columnar
