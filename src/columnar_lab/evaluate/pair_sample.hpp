#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph/node_pair.hpp"

namespace columnar {

/// Number of pairs of different nodes.
[[nodiscard]] std::uint64_t pair_count(std::uint64_t nodes) noexcept;

/// `wanted` distinct pairs u < v, uniform over all such sets, or all pairs if there are no
/// more. Drawn by keys of (seed, kGeometryPairs), in ascending order: consecutive pairs share rows in the cache.
[[nodiscard]] std::vector<NodePair> draw_pairs(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed);

/// `wanted` distinct nodes, ascending, or all if there are no more. Drawn by keys of the same purpose.
[[nodiscard]] std::vector<NodeIndex> draw_nodes(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed);

}  // namespace columnar
