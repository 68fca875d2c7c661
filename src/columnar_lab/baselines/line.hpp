#pragma once

#include <cstdint>

#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// LINE (Tang et al., 2015): half of the dimensions hold first-order proximity (linked nodes are near), half
/// second-order proximity (nodes with the same neighbours are near); each half of a row is scaled to length 1.
///
/// Edges are drawn in proportion to their weight, `line_samples` times the number of nodes for each order, and noise
/// nodes in proportion to degree^¾. Of a directed graph, the first order takes each arc either way round, the second as
/// it is: nodes that link to the same nodes are near. The two orders know nothing of each other and run side by side;
/// more than two threads do not help. Isolated nodes get a random row.
///
/// Throws Error(kConfig) for impossible constants, a single dimension included, and Error(kInput) for a graph without
/// edges.
[[nodiscard]] DenseTable line(const Graph& graph, const BaselineConfig& config, std::uint64_t seed,
                              const RunContext& context);

}  // namespace columnar
