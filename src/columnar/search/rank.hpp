#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Weight of a shared L6 neuron, in bits. docs/decisions/0033-who-is-near.md
inline constexpr std::uint32_t kNearWeight = 4;

/// What a row shares with a query, in the order of hits: the larger score first, then rarer bits.
/// docs/equations.md#rank
/// The score is the number of shared bits, with L6 bits counted kNearWeight times. Everything is packed into one
/// number, so
/// that one comparison decides: a code has at most 65,536 bits of rarity below 256, which takes 19 bits for the score,
/// 24
/// for the sum of rarities, and 17 for the L6 neurons.
class Rank {
 public:
  constexpr Rank() = default;
  constexpr Rank(std::uint32_t near, std::uint32_t overlap, std::uint32_t rarity) noexcept
      : value_((std::uint64_t{kNearWeight * near + overlap} << kScoreShift) | (std::uint64_t{rarity} << kRarityShift) |
               near) {}

  /// Above the rank of any row.
  [[nodiscard]] static constexpr Rank never() noexcept { return Rank(~std::uint64_t{0}); }

  [[nodiscard]] constexpr std::uint32_t score() const noexcept {
    return static_cast<std::uint32_t>(value_ >> kScoreShift);
  }
  [[nodiscard]] constexpr std::uint32_t near() const noexcept { return static_cast<std::uint32_t>(value_) & kNearMask; }
  [[nodiscard]] constexpr std::uint32_t overlap() const noexcept { return score() - kNearWeight * near(); }
  [[nodiscard]] constexpr std::uint32_t rarity() const noexcept {
    return static_cast<std::uint32_t>(value_ >> kRarityShift) & kRarityMask;
  }
  /// Shared bits of all layers.
  [[nodiscard]] constexpr std::uint32_t shared() const noexcept { return near() + overlap(); }

  /// The next higher rank.
  [[nodiscard]] constexpr Rank next() const noexcept { return Rank(value_ + 1); }

  constexpr auto operator<=>(const Rank&) const = default;

 private:
  static constexpr std::uint32_t kRarityShift = 17;
  static constexpr std::uint32_t kScoreShift = 41;
  static constexpr std::uint32_t kNearMask = (1U << kRarityShift) - 1;
  static constexpr std::uint32_t kRarityMask = (1U << (kScoreShift - kRarityShift)) - 1;

  explicit constexpr Rank(std::uint64_t value) noexcept : value_(value) {}

  std::uint64_t value_ = 0;
};

/// The first bit that counts as nearness: that of L6, if there are other layers, too. Without L6, or without other
/// layers, the width: all bits count alike.
[[nodiscard]] inline std::uint32_t near_begin(const SdrShape& shape) noexcept {
  return shape.layer == Layer::kSearch ? shape.l6().begin : shape.width();
}

/// Number of rows that have each bit; the codes are stored row by row.
[[nodiscard]] std::vector<std::uint32_t> rows_with_bits(const SdrShape& shape, std::span<const std::uint16_t> codes);

/// Rarity of each bit among the given number of rows: 16 · log2(rows / rows with it), rounded, at most 255.
[[nodiscard]] std::vector<std::uint8_t> rarities(std::span<const std::uint32_t> rows_with_bits, std::size_t rows);

/// Ranks codes for one query.
class Ranker {
 public:
  /// For the bits of a query, without repeats. Without rarities all bits have rarity 0.
  Ranker(const SdrShape& shape, std::span<const std::uint16_t> bits, std::span<const std::uint8_t> rarities = {});

  /// What a code shares with the query. If it shares too few L6 bits to reach the score of `needed`, the rank is 0.
  [[nodiscard]] Rank rank(std::span<const std::uint16_t> code, Rank needed = {}) const noexcept {
    const std::uint64_t near = sum(code.subspan(others_));
    const auto near_count = static_cast<std::uint32_t>(near >> kCountShift);
    if (std::size_t{kNearWeight} * near_count + others_ < needed.score()) {
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

  std::size_t others_;                ///< active bits of a code before L6
  std::vector<std::uint32_t> worth_;  ///< per bit: 0, or one in the upper bits and its rarity in the lower bits
};

}  // namespace columnar
