#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph/node_pair.hpp"

namespace columnar {

/// How many pairs of different nodes there are.
[[nodiscard]] std::uint64_t pair_count(std::uint64_t nodes) noexcept;

/// `wanted` different pairs u < v of `nodes` nodes, every set of them alike probable, or all pairs where there are no
/// more. Drawn by keys of (seed, kGeometryPairs), in ascending order: neighbours in the list share rows in the cache.
[[nodiscard]] std::vector<NodePair> draw_pairs(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed);

/// `wanted` different nodes, ascending, or all where there are no more. Drawn by keys of the same purpose.
[[nodiscard]] std::vector<NodeIndex> draw_nodes(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed);

}  // namespace columnar
