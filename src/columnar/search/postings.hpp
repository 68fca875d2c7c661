#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/kernels/planes.hpp"

namespace columnar {

/// Rows that are indexed together, as one bundle with the bits of all of them: two are rarely mistaken for a good
/// answer, and take half of the reading.                                         docs/decisions/0016-search.md
inline constexpr std::size_t kBundleRows = 2;

/// Bundles of a block: a bundle's place in its block fits 16 bits.
inline constexpr std::size_t kBlockBundles = 65536;

/// 512 bundles of one bit, as the kernels read them.
struct alignas(64) BitmapLine {
  std::array<std::uint64_t, kLineWords> words;
};

/// The bundles of one block that have one bit: a list of their places, or, where they are many, a bitmap.
struct Posting {
  std::span<const std::uint16_t> list;  ///< places in the block, ascending; empty where there is a bitmap
  std::span<const BitmapLine> bitmap;   ///< one bit a bundle of the block; empty where there is a list
};

/// Items of all lists and of all bitmaps.
struct PostingSizes {
  std::uint64_t lists = 0;
  std::uint64_t bitmaps = 0;
};

/// Which bundles of rows have which bit, block by block: the codes of a table turned about.
///
/// A bit that more than one bundle in 32 has is stored as a bitmap there, else as a list: a list takes 2 bytes a bundle
/// that has the bit, a bitmap 1/8 byte a bundle of the block. At the paper's sizes that is about 35 bytes a node.
class Postings {
 public:
  explicit Postings(const SdrTable& table);

  /// Postings over arrays that `owner` keeps alive, such as a mapped file: counts[block * width + bit] bundles have the
  /// bit; lists and bitmaps lie one after the other in that order, in the sizes that posting_sizes() tells.
  Postings(std::size_t rows, std::uint32_t width, std::vector<std::uint32_t> counts,
           std::span<const std::uint16_t> lists, std::span<const BitmapLine> bitmaps,
           std::shared_ptr<const void> owner);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t blocks() const noexcept;
  /// Bundles of a block; the last one may have fewer than the others.
  [[nodiscard]] std::size_t bundles(std::size_t block) const noexcept;
  [[nodiscard]] Posting posting(std::size_t block, std::uint16_t bit) const noexcept;

  [[nodiscard]] std::span<const std::uint32_t> counts() const noexcept { return counts_; }
  [[nodiscard]] std::span<const std::uint16_t> lists() const noexcept { return lists_; }
  [[nodiscard]] std::span<const BitmapLine> bitmaps() const noexcept { return bitmaps_; }
  /// Bytes of all of it.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  void find_starts();

  std::size_t rows_;
  std::uint32_t width_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> starts_;  ///< where each posting begins, in lists_ or in bitmaps_
  std::span<const std::uint16_t> lists_;
  std::span<const BitmapLine> bitmaps_;
  std::shared_ptr<const void> owner_;
};

/// Blocks that so many rows make.
[[nodiscard]] std::size_t block_count(std::size_t rows) noexcept;

/// The sizes that counts of the bundles with each bit of each block ask for; there must be a count for each.
[[nodiscard]] PostingSizes posting_sizes(std::size_t rows, std::uint32_t width, std::span<const std::uint32_t> counts);

}  // namespace columnar
