#include "columnar/search/brute_force.hpp"

#include <algorithm>

namespace columnar {
namespace {

constexpr std::size_t kWordBits = 64;

/// Groups that one query reads before the next: few enough to stay in the cache for all queries of a batch.
constexpr std::size_t kTileGroups = 32;

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
      kernel_(overlap_kernel(simd)),
      packed_((table.size() + kGroupRows - 1) / kGroupRows * kGroupRows * words_) {
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::uint64_t* first = packed_.data() + row / kGroupRows * kGroupRows * words_ + row % kGroupRows;
    for (const std::uint16_t bit : table.code(row)) {
      first[bit / kWordBits * kGroupRows] |= std::uint64_t{1} << (bit % kWordBits);
    }
  }
}

void BruteForceIndex::run(std::span<const Scan> scans) const {
  std::vector<std::vector<QueryWord>> words;
  for (const Scan& scan : scans) {
    words.push_back(words_of(scan.bits));
  }
  const std::size_t groups = packed_.size() / std::max<std::size_t>(1, kGroupRows * words_);
  std::array<std::uint32_t, kGroupRows> overlaps{};
  for (std::size_t tile = 0; tile < groups; tile += kTileGroups) {
    for (std::size_t i = 0; i < scans.size(); ++i) {
      HitCollector& hits = *scans[i].hits;
      for (std::size_t group = tile; group < std::min(groups, tile + kTileGroups); ++group) {
        if (kernel_(packed_.data() + group * kGroupRows * words_, words[i], overlaps) < hits.needed()) {
          continue;
        }
        for (std::size_t r = 0; r < kGroupRows; ++r) {  // rows past the last overlap by nothing, which is never needed
          if (overlaps[r] >= hits.needed()) {
            hits.offer(static_cast<NodeIndex>(group * kGroupRows + r), overlaps[r]);
          }
        }
      }
    }
  }
}

}  // namespace columnar
