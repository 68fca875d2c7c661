#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// DeepWalk (Perozzi et al., 2014): skip-gram with hierarchical softmax on unbiased walks; return_p and inout_q are not
/// looked at.
///
/// Isolated nodes keep the small random vector they start from. Throws Error(kConfig) for impossible constants and
/// Error(kInput) for a graph without edges.
[[nodiscard]] DenseTable deepwalk(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config,
                                  std::uint64_t seed, const RunContext& context);

/// Skip-gram with hierarchical softmax: a node is predicted by the turns that lead to it in a Huffman tree of the node
/// counts. Window (WalkConfig::window), rate and first vectors as in skip_gram.
///
/// One thread, whatever the context says: each pair moves the vectors near the root, so no two pairs can be trained
/// side by side without a race, and a schedule that avoids races would have to give every thread a tree of its own.
[[nodiscard]] DenseTable hierarchical_skip_gram(const Walks& walks, std::uint32_t window, const NodeIds& ids,
                                                const BaselineConfig& config, std::uint64_t seed,
                                                const RunContext& context);

}  // namespace columnar
