#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {

/// What draws of rows shared, as the chance of sharing at least as much.                   docs/equations.md#chance
class ChanceTail {
 public:
  ChanceTail() = default;
  /// Of so many draws; those that no question will be about need not be among the ranks.
  ChanceTail(std::vector<Rank> ranks, std::size_t draws);

  /// (1 + draws that share at least as much) / (1 + draws), by the score of the rank alone. 1 where nothing was drawn.
  [[nodiscard]] double at(Rank rank) const;
  /// The least that it can be: no draw shared as much.
  [[nodiscard]] double least() const { return 1.0 / static_cast<double>(1 + draws_); }

 private:
  struct Step {
    std::uint32_t score;
    std::size_t reached;  ///< draws that share at least that
  };
  std::vector<Step> steps_;  ///< ascending
  std::size_t draws_ = 0;
};

/// What sharing bits means among the codes of one table: real codes are alike in much that says nothing, and only they
/// can tell how much.                                                                      docs/equations.md#chance
///
/// A code of a node is compared with pairs of different rows, the same pairs for all. A pattern that is no code (part
/// of one, a union of several, any bits) is compared with single rows. Both are drawn by a key of their own: the same
/// codes have the same chances everywhere.
class Chance {
 public:
  /// Pairs that are drawn; of a table that has fewer, all of them are taken.
  static constexpr std::size_t kPairs = 65536;
  /// Rows that are drawn for patterns; of a table that has fewer, all of them are taken.
  static constexpr std::size_t kRows = 8192;

  /// Of codes that lie row by row.
  Chance(const SdrShape& shape, std::span<const std::uint16_t> codes);

  /// For the code of a node: how often two random rows share as much.
  [[nodiscard]] const ChanceTail& of_pairs() const noexcept { return pairs_; }
  /// For any other pattern: how many rows share as much with it, but for those left out. The bits are ascending, the
  /// rows too. Only what is at least `from` may be asked for.
  [[nodiscard]] ChanceTail of_pattern(std::span<const std::uint16_t> bits, std::span<const NodeIndex> left_out,
                                      Rank from = {}) const;

 private:
  SdrShape shape_;
  ChanceTail pairs_;
  std::vector<NodeIndex> rows_;       ///< that were drawn for patterns
  std::vector<std::uint16_t> codes_;  ///< theirs, one after the other
};

/// Whether ascending bits are a code of that shape: in every layer as many as a code has, no two in one column.
[[nodiscard]] bool is_code(const SdrShape& shape, std::span<const std::uint16_t> bits);

}  // namespace columnar
