#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// What a row shares with a query, in the order of hits: more neurons of L6 first, then more of the other bits, then
/// rarer ones.                                                                           docs/equations.md#rank
///
/// All three lie in one number, so that one comparison decides. A code has at most 65,536 bits, each of a rarity below
/// 256: two counts of 17 bits and a sum of 24.
class Rank {
 public:
  constexpr Rank() = default;
  constexpr Rank(std::uint32_t near, std::uint32_t overlap, std::uint32_t rarity) noexcept
      : value_((std::uint64_t{near} << kNearShift) | (std::uint64_t{overlap} << kOverlapShift) | rarity) {}

  /// Above the rank of any row.
  [[nodiscard]] static constexpr Rank never() noexcept { return Rank(~std::uint64_t{0}); }

  [[nodiscard]] constexpr std::uint32_t near() const noexcept {
    return static_cast<std::uint32_t>(value_ >> kNearShift);
  }
  [[nodiscard]] constexpr std::uint32_t overlap() const noexcept {
    return static_cast<std::uint32_t>(value_ >> kOverlapShift) & kCountMask;
  }
  [[nodiscard]] constexpr std::uint32_t rarity() const noexcept {
    return static_cast<std::uint32_t>(value_) & kRarityMask;
  }
  /// Bits of all layers.
  [[nodiscard]] constexpr std::uint32_t shared() const noexcept { return near() + overlap(); }

  /// The same without the rarity: what counting alone can tell.
  [[nodiscard]] constexpr Rank counts() const noexcept { return Rank(value_ & ~std::uint64_t{kRarityMask}); }
  /// The least rank that is better.
  [[nodiscard]] constexpr Rank next() const noexcept { return Rank(value_ + 1); }

  constexpr auto operator<=>(const Rank&) const = default;

 private:
  static constexpr std::uint32_t kOverlapShift = 24;
  static constexpr std::uint32_t kNearShift = 41;
  static constexpr std::uint32_t kRarityMask = (1U << kOverlapShift) - 1;
  static constexpr std::uint32_t kCountMask = (1U << (kNearShift - kOverlapShift)) - 1;

  explicit constexpr Rank(std::uint64_t value) noexcept : value_(value) {}

  std::uint64_t value_ = 0;
};

/// The first bit whose sharing counts as nearness: that of L6, where there are other layers beside it. Where there are
/// none, or no L6, the width: all bits then count alike.
[[nodiscard]] inline std::uint32_t near_begin(const SdrShape& shape) noexcept {
  return shape.layer == Layer::kSearch ? shape.l6().begin : shape.width();
}

/// How many rows have each bit; the codes lie row by row.
[[nodiscard]] std::vector<std::uint32_t> rows_with_bits(const SdrShape& shape, std::span<const std::uint16_t> codes);

/// How rare each bit is among so many rows: 16 · log2(rows / rows with it), rounded, at most 255.
[[nodiscard]] std::vector<std::uint8_t> rarities(std::span<const std::uint32_t> rows_with_bits, std::size_t rows);

/// Ranks codes for one query.
class Ranker {
 public:
  /// For the bits of a query, each given once. Without rarities all bits have rarity 0.
  Ranker(const SdrShape& shape, std::span<const std::uint16_t> bits, std::span<const std::uint8_t> rarities = {});

  /// What a code shares with the query. Where that is fewer of L6 than `needed` asks for, the rank is 0.
  [[nodiscard]] Rank rank(std::span<const std::uint16_t> code, Rank needed = {}) const noexcept {
    const std::uint64_t near = sum(code.subspan(others_));
    const auto near_count = static_cast<std::uint32_t>(near >> kCountShift);
    if (near_count < needed.near()) {
      return {};
    }
    const std::uint64_t others = sum(code.first(others_));
    return {near_count, static_cast<std::uint32_t>(others >> kCountShift),
            static_cast<std::uint32_t>((near & kRarityMask) + (others & kRarityMask))};
  }

 private:
  static constexpr std::uint32_t kCountShift = 24;
  static constexpr std::uint64_t kRarityMask = (1U << kCountShift) - 1;

  [[nodiscard]] std::uint64_t sum(std::span<const std::uint16_t> code) const noexcept {
    std::uint64_t total = 0;
    for (const std::uint16_t bit : code) {
      total += worth_[bit];
    }
    return total;
  }

  std::size_t others_;                ///< active bits of a code before those of L6
  std::vector<std::uint32_t> worth_;  ///< of each bit: 0, or one in the upper bits and its rarity in the lower ones
};

}  // namespace columnar
