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

/// Empirical tail: the probability that a random draw shares at least as much. docs/equations.md#chance
class ChanceTail {
 public:
  ChanceTail() = default;
  /// From this many draws; `ranks` may omit draws below every rank that will be looked up.
  ChanceTail(std::vector<Rank> ranks, std::size_t draws);

  /// (1 + draws that share at least as much) / (1 + draws), by the score of the rank only. 1 without draws.
  [[nodiscard]] double at(Rank rank) const;
  /// The smallest possible value: no draw shared as much.
  [[nodiscard]] double least() const { return 1.0 / static_cast<double>(1 + draws_); }

 private:
  struct Step {
    std::uint32_t score;
    std::size_t reached;  ///< draws that share at least that
  };
  std::vector<Step> steps_;  ///< ascending
  std::size_t draws_ = 0;
};

/// How often codes of a table share bits by chance. Real codes have much in common that carries no information, and
/// only a sample of them can tell how much. docs/equations.md#chance
///
/// The code of a node is compared with random pairs of rows, the same pairs for all. A pattern that is not a code (part
/// of one, a union of several, any bits) is compared with single rows. Both samples have fixed keys: the same
/// codes have the same chances everywhere.
class Chance {
 public:
  /// Number of sampled pairs; a smaller table uses all its pairs.
  static constexpr std::size_t kPairs = 65536;
  /// Number of rows sampled for patterns; a smaller table uses all its rows.
  static constexpr std::size_t kRows = 8192;

  /// Over codes stored row by row.
  Chance(const SdrShape& shape, std::span<const std::uint16_t> codes);

  /// For the code of a node: how often two random rows share as much.
  [[nodiscard]] const ChanceTail& of_pairs() const noexcept { return pairs_; }
  /// For any other pattern: how many rows share as much with it, except those left out. Bits and rows are ascending.
  /// Only
  /// ranks of at least `from` may be looked up.
  [[nodiscard]] ChanceTail of_pattern(std::span<const std::uint16_t> bits, std::span<const NodeIndex> left_out,
                                      Rank from = {}) const;

 private:
  SdrShape shape_;
  ChanceTail pairs_;
  std::vector<NodeIndex> rows_;       ///< sampled for patterns
  std::vector<std::uint16_t> codes_;  ///< their codes, row by row
};

/// True if ascending bits are a code of that shape: the right number in every layer, no two in one column.
[[nodiscard]] bool is_code(const SdrShape& shape, std::span<const std::uint16_t> bits);

}  // namespace columnar
