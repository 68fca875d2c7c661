#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// PPMI of the walks, factorised: rows of U·√Σ of its truncated SVD at d dimensions, not clipped, rows as they come.
///
/// Skip-gram with negative sampling factorises a shifted PMI matrix without saying so (Levy and Goldberg, 2014); this
/// does it in the open. d is clamped to the number of nodes, with a note; a node without pairs gets zeros. Throws
/// Error(kConfig) for impossible walks and Error(kInput) for a graph without edges.
[[nodiscard]] DenseTable ppmi_svd(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config,
                                  std::uint64_t seed, const RunContext& context);

}  // namespace columnar
