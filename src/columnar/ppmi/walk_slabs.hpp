#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/core/ranks.hpp"
#include "columnar/ppmi/visits.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// Walks on their way from the ranks that drew them to those that have the rows they visit, for some rows at a time, so
/// that no rank holds many walks of others. A rank alone has one slab: all rows, and its own walks.
class WalkSlabs {
 public:
  /// The walks of the nodes of this rank must outlive it. There is a slab for each so many bytes of the longest walks
  /// of a rank, but at most sixteen.
  WalkSlabs(const Walks& own, NodeIndex node_count, const RunContext& context,
            std::uint64_t own_bytes_per_slab = std::uint64_t{1} << 23U);

  /// The same on all ranks.
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The rows of this rank in a slab.
  [[nodiscard]] NodeRange rows(std::size_t slab) const noexcept;
  /// The walks that visit these rows. All ranks call it together; it replaces the walks of the slab before.
  [[nodiscard]] const Walks& fetch(std::size_t slab);

 private:
  /// Appends the walks of some own nodes that visit rows of the slab to what is sent to the ranks of these rows.
  void select(std::size_t slab, std::size_t first_node, std::size_t last_node, std::vector<Ranks::Bytes>& out) const;

  const Walks& own_;
  Ranks& ranks_;
  int threads_;
  RowShares shares_;
  std::size_t per_node_ = 0;  ///< numbers of the walks of a node
  std::size_t count_ = 1;
  std::vector<std::uint16_t> owner_;  ///< [block of rows]
  std::vector<std::uint16_t> slab_;   ///< [block of rows]
  Walks fetched_;
};

}  // namespace columnar
