#pragma once

#include <cstdint>

#include "columnar/search.hpp"
#include "columnar/search/huge_pages.hpp"

namespace columnar {

/// Search that compares every code, stored as a bitmap, with the widest instructions of the processor.
///
/// Takes width / 8 bytes per code, rounded up to whole words: 232 at the paper's sizes. Its time hardly depends on the
/// codes. Tests compare the inverted index with it.
class BruteForceIndex final : public SearchIndex {
 public:
  explicit BruteForceIndex(const SdrTable& table);

 private:
  struct Question;

  void run(std::span<const Scan> scans) const override;
  void run_tile(const Question& question, std::size_t first) const;
  [[nodiscard]] std::uint32_t rarity_of(const Question& question, const std::uint64_t* row) const;

  std::size_t words_;                 ///< 64-bit words of one code
  std::size_t tile_rows_;             ///< rows whose words are stored together
  std::size_t stride_;                ///< distance between consecutive words of a row
  HugeVector<std::uint64_t> packed_;  ///< word w of row r of tile t at (t * words_ + w) * stride_ + r
};

}  // namespace columnar
