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
/// The memory of one thread, used again for every block and query.
class BlockCounter {
 public:
  /// Starts a block of so many bundles, all of them at 0; none will be counted more than `most` times.
  void start(std::size_t bundles, std::size_t most);

  /// Counts the bundles of a bitmap at the next mark().
  void add(std::span<const BitmapLine> bitmap) { bitmaps_.push_back(bitmap.front().words.data()); }
  /// Counts the bundles of a list at the next mark(). The places must be those of the block.
  void add(std::span<const std::uint16_t> list);

  /// Counts what was added since the last time, then marks the bundles that have been counted at least so often.
  void mark(std::uint32_t needed);

  /// How many bundles are marked.
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
  std::vector<BitmapLine> marked_ = std::vector<BitmapLine>(kBlockLines);  ///< one bit a bundle
  /// Lists laid out as bitmaps. One more, which stays empty, fills up the last eight.
  std::vector<BitmapLine> laid_out_ = std::vector<BitmapLine>((kBitmapsTogether + 1) * kBlockLines);
  std::size_t lists_ = 0;                      ///< of laid_out_ in use
  std::vector<const std::uint64_t*> bitmaps_;  ///< added and not yet counted
};

}  // namespace columnar
