#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/search.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {

/// Keeps the best rows of those offered: the higher rank first, then the lower row. Of two rows of one rank the lower
/// must be offered first.
class HitCollector {
 public:
  /// At most k rows, each of which shares at least `least` bits; left_out is ascending and must outlive the collector.
  HitCollector(std::size_t k, std::uint32_t least, std::span<const NodeIndex> left_out)
      : k_(k), least_(least), needed_(k == 0 ? Rank::never() : Rank()), left_out_(left_out) {}

  /// The rank that a row offered now must have to be kept: what has less need not be offered.
  [[nodiscard]] Rank needed() const noexcept { return needed_; }
  /// The bits of all layers that a row must share, whatever its rank.
  [[nodiscard]] std::uint32_t least() const noexcept { return least_; }

  void offer(NodeIndex row, Rank rank);

  /// Says that k rows of so high a rank exist, be they offered already or not: less will not do.
  void expect(Rank rank) noexcept { needed_ = rank > needed_ ? rank : needed_; }

  /// The most rows that are kept.
  [[nodiscard]] std::size_t limit() const noexcept { return k_; }
  /// A rank that all of k rows reach: that of the worst kept, or 0 where they are fewer.
  [[nodiscard]] Rank worst() const noexcept { return full() && k_ > 0 ? kept_.front().rank : Rank(); }

  /// The rows kept, best first, without their chances; nothing is left.
  [[nodiscard]] std::vector<Hit> take();

 private:
  struct Kept {
    Rank rank;
    NodeIndex row;
  };
  [[nodiscard]] bool full() const noexcept { return kept_.size() == k_; }
  static bool better(const Kept& a, const Kept& b) noexcept {
    return a.rank != b.rank ? a.rank > b.rank : a.row < b.row;
  }

  std::size_t k_;
  std::uint32_t least_;
  Rank needed_;
  std::span<const NodeIndex> left_out_;
  std::vector<Kept> kept_;  ///< once there are k: a heap with the worst in front
};

}  // namespace columnar
