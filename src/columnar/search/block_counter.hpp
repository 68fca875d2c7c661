#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/kernels/planes.hpp"
#include "columnar/search/postings.hpp"

namespace columnar {

/// Counts in how many of a query's lists and bitmaps each bundle of a block occurs, 512 bundles at a time.
/// Scratch memory of one thread, reused for every block and query.
class BlockCounter {
 public:
  /// Starts a block of this many bundles with all counts 0; no count will exceed `most`.
  void start(std::size_t bundles, std::size_t most);

  /// Queues a bitmap to be counted at the next mark().
  void add(std::span<const BitmapLine> bitmap) { bitmaps_.push_back(bitmap.front().words.data()); }
  /// Queues a list to be counted at the next mark(). Its places must be inside the block.
  void add(std::span<const std::uint16_t> list);

  /// Counts what was added since the last call, then marks the bundles with a count of at least `needed`.
  void mark(std::uint32_t needed);

  /// Number of marked bundles.
  [[nodiscard]] std::size_t marked() const noexcept;
  /// Calls visit(place, count) for the marked bundles, in ascending order.
  template <class Visit>
  void for_marked(const Visit& visit) const {
    for (std::size_t line = 0; line < lines_; ++line) {
      for (std::size_t word = 0; word < kLineWords; ++word) {
        for (std::uint64_t rest = marked_[line].words[word]; rest != 0; rest &= rest - 1) {
          const std::size_t place = line * kLineRows + word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
          visit(place, count_of(place));
        }
      }
    }
  }

 private:
  static constexpr std::size_t kBlockLines = kBlockBundles / kLineRows;
  [[nodiscard]] std::uint32_t count_of(std::size_t place) const noexcept;

  std::size_t lines_ = 0;
  std::uint32_t levels_ = kLeastPlanes;
  std::vector<BitmapLine> planes_;                                         ///< see PlaneSum
  std::vector<BitmapLine> marked_ = std::vector<BitmapLine>(kBlockLines);  ///< one bit per bundle
  /// Lists converted to bitmaps. One more, always empty, pads the last eight.
  std::vector<BitmapLine> laid_out_ = std::vector<BitmapLine>((kBitmapsTogether + 1) * kBlockLines);
  std::size_t lists_ = 0;                      ///< number of laid_out_ bitmaps in use
  std::vector<const std::uint64_t*> bitmaps_;  ///< added but not yet counted
};

}  // namespace columnar
