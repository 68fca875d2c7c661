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

/// Rows indexed together as one bundle, by the union of their bits. Bundles of two are rarely false candidates and
/// halve
/// the reading. docs/decisions/0016-search.md
inline constexpr std::size_t kBundleRows = 2;

/// Bundles per block: a bundle's place in its block fits 16 bits.
inline constexpr std::size_t kBlockBundles = 65536;

/// One bit of 512 bundles, as the kernels read it.
struct alignas(64) BitmapLine {
  std::array<std::uint64_t, kLineWords> words;
};

/// The bundles of one block that have one bit: a list of their places or, if there are many, a bitmap.
struct Posting {
  std::span<const std::uint16_t> list;  ///< places in the block, ascending; empty if there is a bitmap
  std::span<const BitmapLine> bitmap;   ///< one bit per bundle of the block; empty if there is a list
};

/// Total items of all lists and of all bitmaps.
struct PostingSizes {
  std::uint64_t lists = 0;
  std::uint64_t bitmaps = 0;
};

/// Inverted index: bit → bundles of rows, in blocks.
///
/// A bit that more than one bundle in 32 has is stored as a bitmap in that block, else as a list. A list takes 2 bytes
/// per
/// bundle that has the bit, a bitmap 1/8 byte per bundle of the block: about 35 bytes per node at the paper's sizes.
class Postings {
 public:
  explicit Postings(const SdrTable& table);

  /// Postings over arrays kept alive by `owner`, such as a mapped file. counts[block * width + bit] bundles have the
  /// bit; lists and bitmaps follow one another in that order, with the sizes of posting_sizes().
  Postings(std::size_t rows, std::uint32_t width, std::vector<std::uint32_t> counts,
           std::span<const std::uint16_t> lists, std::span<const BitmapLine> bitmaps,
           std::shared_ptr<const void> owner);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t blocks() const noexcept;
  /// Bundles of a block; the last block may have fewer.
  [[nodiscard]] std::size_t bundles(std::size_t block) const noexcept;
  [[nodiscard]] Posting posting(std::size_t block, std::uint16_t bit) const noexcept;

  [[nodiscard]] std::span<const std::uint32_t> counts() const noexcept { return counts_; }
  [[nodiscard]] std::span<const std::uint16_t> lists() const noexcept { return lists_; }
  [[nodiscard]] std::span<const BitmapLine> bitmaps() const noexcept { return bitmaps_; }
  /// Total bytes.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  void find_starts();

  std::size_t rows_;
  std::uint32_t width_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> starts_;  ///< start of each posting, in lists_ or in bitmaps_
  std::span<const std::uint16_t> lists_;
  std::span<const BitmapLine> bitmaps_;
  std::shared_ptr<const void> owner_;
};

/// Number of blocks for this many rows.
[[nodiscard]] std::size_t block_count(std::size_t rows) noexcept;

/// The sizes that follow from counts, which holds the bundles with each bit of each block.
[[nodiscard]] PostingSizes posting_sizes(std::size_t rows, std::uint32_t width, std::span<const std::uint32_t> counts);

}  // namespace columnar
