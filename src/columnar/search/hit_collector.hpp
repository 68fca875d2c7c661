#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "columnar/search/query.hpp"

namespace columnar {

/// Keeps the best rows of those offered: more overlap first, then the lower row. Rows are offered in ascending order,
/// so of two equals the one that came first stays.
class HitCollector {
 public:
  /// At most k rows, each of at least `least` bits; left_out is ascending and must outlive the collector.
  HitCollector(std::size_t k, std::uint32_t least, std::span<const NodeIndex> left_out)
      : k_(k), needed_(k == 0 ? kNever : least), left_out_(left_out) {}

  /// The overlap that a row offered now must have to be kept: what has less need not be offered.
  [[nodiscard]] std::uint32_t needed() const noexcept { return needed_; }

  void offer(NodeIndex row, std::uint32_t overlap);

  /// Says that k rows of so large an overlap exist, be they offered already or not: less will not do.
  void expect(std::uint32_t overlap) noexcept { needed_ = overlap > needed_ ? overlap : needed_; }

  /// The most rows that are kept.
  [[nodiscard]] std::size_t limit() const noexcept { return k_; }

  /// The rows kept, best first; nothing is left.
  [[nodiscard]] std::vector<Hit> take();

 private:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  std::size_t k_;
  std::uint32_t needed_;
  std::span<const NodeIndex> left_out_;
  std::vector<Hit> kept_;  ///< once there are k: a heap with the worst in front
};

}  // namespace columnar
