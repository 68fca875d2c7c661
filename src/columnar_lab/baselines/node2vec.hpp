#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// node2vec (Grover and Leskovec, 2016): skip-gram with negative sampling on the walks that the Embedder takes too.
///
/// Isolated nodes keep the small random vector they start from. Throws Error(kConfig) for impossible constants and
/// Error(kInput) for a graph without edges.
[[nodiscard]] DenseTable node2vec(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config,
                                  std::uint64_t seed, const RunContext& context);

/// Skip-gram with negative sampling (Mikolov et al., 2013) over walks, with the habits of word2vec: each centre uses a
/// random part of the window (WalkConfig::window), noise nodes are drawn in proportion to count^¾, the rate falls
/// linearly, inputs start within ±½/d and outputs at zero; nothing is subsampled. The result is the inputs.
///
/// Multi-threaded and the same bytes for any number of threads: nodes are dealt into a fixed number of parts, pairs are
/// grouped by the parts of their two nodes, and groups that share no part run side by side (the block schedule of
/// GraphVite; Zhu et al., 2019). A group draws its noise nodes from its own output part. Small graphs make one part.
[[nodiscard]] DenseTable skip_gram(const Walks& walks, std::uint32_t window, const NodeIds& ids,
                                   const BaselineConfig& config, std::uint64_t seed, const RunContext& context);

}  // namespace columnar
