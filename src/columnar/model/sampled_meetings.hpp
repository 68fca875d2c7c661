#pragma once

#include "columnar/config.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// What the walks of a fit will count.
struct Meetings {
  double pairs = 0.0;     ///< of a node with other nodes, within the window
  double partners = 0.0;  ///< distinct ones
  double kept = 0.0;      ///< partners that met often enough
};

/// Counts the pairs of a symmetric graph from short walks that start at a sample of its nodes: each draws as many
/// partners as the node will meet.
[[nodiscard]] Meetings sampled_meetings(const Graph& graph, const Config& config);

}  // namespace columnar
