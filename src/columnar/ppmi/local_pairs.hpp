#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// The nodes that the given nodes meet, without the walks of all others: row i belongs to rows[i], columns are nodes of
/// the graph.
struct LocalPairs {
  Ppmi ppmi;                 ///< positive entries, rows sorted by column
  std::vector<float> share;  ///< of each entry, row by row: p(u | v), the share of v's meetings
};

/// Sends `local_walks` short walks of `window` steps from each given node and compares the nodes they meet with
/// chance:
///
///   PPMI(v, u) = max(0, ln(p(u | v) · T / C(u))),  p(u | v) = the share of u among the meetings
///
/// discounted by the number of these meetings (PairEvidence). docs/equations.md#local-pairs
///
/// This estimates the same row as counting all walks, at the cost of these rows and, in a weighted graph, a pass over
/// the
/// edges. Nodes past the end of `marginals` are new and assumed to be met as often as the mean node.
[[nodiscard]] LocalPairs sample_local_pairs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                            const Marginals& marginals, const Config& config,
                                            const RunContext& context);

}  // namespace columnar
