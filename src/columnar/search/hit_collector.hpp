#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/search.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {

/// Keeps the best of the rows offered: higher rank first, then lower row. Rows of equal rank must be offered in
/// ascending order.
class HitCollector {
 public:
  /// Keeps at most k rows, each sharing at least `least` bits; left_out is ascending and must outlive the collector.
  HitCollector(std::size_t k, std::uint32_t least, std::span<const NodeIndex> left_out)
      : k_(k), least_(least), needed_(k == 0 ? Rank::never() : Rank()), left_out_(left_out) {}

  /// The rank that a row must have to be kept; rows below need not be offered.
  [[nodiscard]] Rank needed() const noexcept { return needed_; }
  /// The number of bits, over all layers, that a row must share, whatever its rank.
  [[nodiscard]] std::uint32_t least() const noexcept { return least_; }

  void offer(NodeIndex row, Rank rank);

  /// Announces that k rows of at least this rank exist, offered or not, so lower ranks need not be kept.
  void expect(Rank rank) noexcept { needed_ = rank > needed_ ? rank : needed_; }

  /// Maximum number of rows kept.
  [[nodiscard]] std::size_t limit() const noexcept { return k_; }
  /// A rank that k rows reach: that of the worst row kept, or 0 if there are fewer than k.
  [[nodiscard]] Rank worst() const noexcept { return full() && k_ > 0 ? kept_.front().rank : Rank(); }

  /// Moves out the rows kept, best first, without their chances.
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
  std::vector<Kept> kept_;  ///< from k rows on: a heap with the worst in front
};

}  // namespace columnar
