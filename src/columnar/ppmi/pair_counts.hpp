#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "columnar/ppmi/visits.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// How often one node met each other node within the window. A node that meets itself (a walk that came back) is not
/// counted.
struct PairRow {
  NodeIndex node = 0;
  std::uint64_t met = 0;                  ///< nodes that it met, however rarely
  std::span<const NodeIndex> columns;     ///< those it met often enough, ascending
  std::span<const std::uint64_t> counts;  ///< C(u,v), parallel to columns
};

/// Receives the rows of the counts, which are never all in memory at once.
class PairRowSink {
 public:
  PairRowSink() = default;
  PairRowSink(const PairRowSink&) = delete;
  PairRowSink& operator=(const PairRowSink&) = delete;
  PairRowSink(PairRowSink&&) = delete;
  PairRowSink& operator=(PairRowSink&&) = delete;
  virtual ~PairRowSink() = default;

  /// Rows of this many blocks follow.
  virtual void begin_portion(std::size_t /*blocks*/) {}
  /// One row, valid during the call. Blocks of a portion arrive from many threads at once; rows within a block ascend.
  virtual void row(std::size_t block, const PairRow& row) = 0;
  /// All rows of blocks 0 … blocks - 1 have arrived, which ascend from block to block; block numbers restart.
  virtual void end_portion(std::size_t /*blocks*/) {}
};

/// Rows per thread that are gathered before they are stored.
inline constexpr std::size_t kPortionRows = 1024;

/// Least number of visits listed at a time unless memory is short: 8 bytes each.
inline constexpr std::uint64_t kSlabVisits = std::uint64_t{1} << 24U;

/// Visits listed at a time for walks of this many nodes in all. Each slab takes a pass over all walks, so slabs grow
/// with the walks, and time does not grow with their square.
[[nodiscard]] constexpr std::uint64_t usual_slab(std::uint64_t walk_nodes) noexcept {
  constexpr std::uint64_t kMostSlabs = 12;
  return std::max(kSlabVisits, walk_nodes / kMostSlabs);
}

/// Counts the windowed pairs of all walks, row by row, without pairs that met fewer than `least` times, which is at
/// least 1. In a large graph most pairs met once; rows that leave them out need not be sorted with them.
/// docs/equations.md#pair-counts
///
/// Each node's row is gathered from its positions in the walks, into counters over all nodes. Time grows with the
/// pairs, memory with the positions of the nodes counted together: `slab_visits`, or those of one node.
/// The rows are the same for any number of threads and any slab.
/// The pairs of the nodes of `visits` with any of the `node_count` nodes of the graph.
void count_pair_rows(const Walks& walks, Visits& visits, NodeIndex node_count, std::uint64_t slab_visits,
                     PairRowSink& sink, const RunContext& context, std::uint64_t least = 1);
/// The same where the visits are those of all nodes.
void count_pair_rows(const Walks& walks, Visits& visits, std::uint64_t slab_visits, PairRowSink& sink,
                     const RunContext& context, std::uint64_t least = 1);

}  // namespace columnar
