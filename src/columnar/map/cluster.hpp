#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Groups of nodes with similar codes.
struct Clusters {
  std::vector<std::uint32_t> cluster;           ///< of each node
  std::vector<std::size_t> sizes;               ///< nodes of each cluster, the largest first
  std::vector<std::vector<NodeIndex>> typical;  ///< of each cluster, the nodes nearest to its centre, at most three
};

/// Divides the nodes into clusters by k-means over code_coordinates() in 32 dimensions: the best of ten starts, by the
/// sum of the cosines between nodes and centres. The largest cluster is 0; of equal ones, that with the lower row.
/// There are fewer clusters than asked for only if there are fewer different codes. Threads change nothing.
/// docs/decisions/0043-recommend-cluster-map.md
///
/// Throws Error(kConfig) unless there are between 1 and as many clusters as nodes.
[[nodiscard]] Clusters cluster_codes(const SdrTable& codes, std::size_t count, std::uint64_t seed,
                                     const RunContext& context = {});

}  // namespace columnar
