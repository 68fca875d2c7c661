#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Codes by bit, for callers that want the score of every row with a row, not only the best.
class BitOverlaps {
 public:
  explicit BitOverlaps(SdrTable codes);

  [[nodiscard]] const SdrTable& codes() const noexcept { return codes_; }

  /// The rows that have a bit, ascending.
  [[nodiscard]] std::span<const NodeIndex> rows_with(std::uint32_t bit) const noexcept {
    return std::span(rows_).subspan(offsets_[bit], offsets_[bit + std::size_t{1}] - offsets_[bit]);
  }

  /// Shared bits of a row with every row, where L6 bits count kNearWeight times if the codes also have other layers:
  /// the score that orders hits. `scores` has an entry per row.
  void score(NodeIndex row, std::span<float> scores) const;

 private:
  SdrTable codes_;
  std::vector<std::size_t> offsets_;  ///< the rows that have bit b are rows_[offsets_[b] .. offsets_[b + 1])
  std::vector<NodeIndex> rows_;
};

}  // namespace columnar
