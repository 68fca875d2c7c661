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

/// The nodes that some nodes meet, without the walks of all others: row i belongs to rows[i], columns are nodes of the
/// graph.
struct LocalPairs {
  Ppmi ppmi;                 ///< positive entries, rows sorted by column
  std::vector<float> share;  ///< parallel to ppmi.columns: p(u | v), the share of v's meetings
};

/// Sends `local_walks` short walks of `window` steps from each of some nodes and compares the nodes they meet with
/// chance:
///
///   PPMI(v, u) = max(0, ln(p(u | v) · T / C(u))),  p(u | v) = the share of u among the meetings
///
/// discounted by the number of these meetings (PairEvidence).
///
///                                                                                   docs/equations.md#local-pairs
/// That is the row that counting all walks would estimate, at the cost of these rows, and of a pass over the edges
/// where they have weights. Nodes past the end of `marginals` are new and taken to be met as often as the mean node.
[[nodiscard]] LocalPairs sample_local_pairs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                            const Marginals& marginals, const Config& config,
                                            const RunContext& context);

}  // namespace columnar
