#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// How often two different nodes met within the window: a symmetric sparse matrix, rows sorted by column.
/// A pair of a node with itself (a walk that came back) says nothing about two nodes and is not counted.
struct PairCounts {
  std::vector<std::uint64_t> offsets;    ///< n + 1
  std::vector<NodeIndex> columns;        ///< both (u,v) and (v,u) are stored
  std::vector<std::uint32_t> counts;     ///< C(u,v), parallel to columns
  std::vector<std::uint64_t> marginals;  ///< C(u): pairs that u takes part in
  std::uint64_t total = 0;               ///< T: all pairs

  [[nodiscard]] NodeIndex node_count() const noexcept { return static_cast<NodeIndex>(marginals.size()); }
};

/// Calls visit(u, v) for each unordered pair of different nodes at most `window` steps apart in one walk.
template <class Visit>
void for_each_pair(std::span<const NodeIndex> walk, std::uint32_t window, const Visit& visit) {
  for (std::size_t i = 0; i < walk.size(); ++i) {
    for (std::size_t j = i + 1; j < walk.size() && j - i <= window; ++j) {
      if (walk[i] != walk[j]) {
        visit(walk[i], walk[j]);
      }
    }
  }
}

/// Counts the windowed pairs of all walks.                                       docs/equations.md#pair-counts
///
/// A counting sort by the smaller node, then a short sort in each bucket: time and memory grow with the pairs.
[[nodiscard]] PairCounts count_pairs(const Walks& walks, NodeIndex node_count, std::uint32_t window,
                                     const RunContext& context);

}  // namespace columnar
