#include "columnar/search/brute_force.hpp"

#include <algorithm>

namespace columnar {
namespace {

constexpr std::size_t kWordBits = 64;

/// Rows of a tile: a word of all of them is read in one go, and they stay in the cache for all queries of a batch.
constexpr std::size_t kTileRows = 4096;

/// Words between the runs of a tile. Without them the runs would lie a power of two apart and crowd each other out of
/// the cache.
constexpr std::size_t kGap = 8;

std::size_t whole_groups(std::size_t rows) { return (rows + kGroupRows - 1) / kGroupRows * kGroupRows; }

/// The words of a pattern that are not zero.
std::vector<QueryWord> words_of(std::span<const std::uint16_t> bits) {
  std::vector<QueryWord> words;
  for (const std::uint16_t bit : bits) {
    const auto index = static_cast<std::uint32_t>(bit / kWordBits);
    if (words.empty() || words.back().index != index) {
      words.push_back({index, 0});
    }
    words.back().mask |= std::uint64_t{1} << (bit % kWordBits);
  }
  return words;
}

}  // namespace

BruteForceIndex::BruteForceIndex(const SdrTable& table, Simd simd)
    : SearchIndex(table.shape, table.size()),
      words_((table.shape.width() + kWordBits - 1) / kWordBits),
      tile_rows_(std::clamp(whole_groups(table.size()), kGroupRows, kTileRows)),
      stride_(tile_rows_ + kGap),
      kernel_(overlap_kernel(simd)),
      packed_((table.size() + tile_rows_ - 1) / tile_rows_ * words_ * stride_) {
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::uint64_t* first = packed_.data() + row / tile_rows_ * words_ * stride_ + row % tile_rows_;
    for (const std::uint16_t bit : table.code(row)) {
      first[bit / kWordBits * stride_] |= std::uint64_t{1} << (bit % kWordBits);
    }
  }
}

void BruteForceIndex::run(std::span<const Scan> scans) const {
  std::vector<std::vector<QueryWord>> words;
  for (const Scan& scan : scans) {
    words.push_back(words_of(scan.bits));
  }
  std::array<std::uint32_t, kGroupRows> overlaps{};
  for (std::size_t first = 0; first < size(); first += tile_rows_) {
    const std::uint64_t* tile = packed_.data() + first / tile_rows_ * words_ * stride_;
    const std::size_t rows = whole_groups(std::min(tile_rows_, size() - first));
    for (std::size_t i = 0; i < scans.size(); ++i) {
      HitCollector& hits = *scans[i].hits;
      for (std::size_t group = 0; group < rows; group += kGroupRows) {
        if (kernel_(tile + group, stride_, words[i], overlaps) < hits.needed()) {
          continue;
        }
        for (std::size_t r = 0; r < kGroupRows; ++r) {  // rows past the last overlap by nothing, which is never needed
          if (overlaps[r] >= hits.needed()) {
            hits.offer(static_cast<NodeIndex>(first + group + r), overlaps[r]);
          }
        }
      }
    }
  }
}

}  // namespace columnar
