#include "columnar/search/brute_force.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "columnar/kernels/overlaps.hpp"
#include "columnar/search/rank.hpp"
#include "columnar/search/scan.hpp"

namespace columnar {
namespace {

constexpr std::size_t kWordBits = 64;

/// Rows of a tile: one word of all rows is read sequentially, and the tile stays in the cache for all queries of a
/// batch.
constexpr std::size_t kTileRows = 4096;

/// Padding words between the runs of a tile. Without them the runs would be a power of two apart and conflict in the
/// cache.
constexpr std::size_t kGap = 8;

std::size_t whole_groups(std::size_t rows) { return (rows + kGroupRows - 1) / kGroupRows * kGroupRows; }

/// The nonzero words of a pattern.
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

BruteForceIndex::BruteForceIndex(const SdrTable& table)
    : SearchIndex(table.shape, table.bits),
      words_((table.shape.width() + kWordBits - 1) / kWordBits),
      tile_rows_(std::clamp(whole_groups(table.size()), kGroupRows, kTileRows)),
      stride_(tile_rows_ + kGap),
      packed_((table.size() + tile_rows_ - 1) / tile_rows_ * words_ * stride_) {
  for (std::size_t row = 0; row < table.size(); ++row) {
    std::uint64_t* first = packed_.data() + row / tile_rows_ * words_ * stride_ + row % tile_rows_;
    for (const std::uint16_t bit : table.code(row)) {
      first[bit / kWordBits * stride_] |= std::uint64_t{1} << (bit % kWordBits);
    }
  }
}

/// A query as the kernels take it, split by the parts of the rank.
struct BruteForceIndex::Question {
  std::vector<QueryWord> near;
  std::vector<QueryWord> others;
  std::uint32_t most_others;  ///< maximum shared bits outside L6
  HitCollector* hits;
};

void BruteForceIndex::run(std::span<const Scan> scans) const {
  std::vector<Question> questions;
  for (const Scan& scan : scans) {
    const auto near = std::lower_bound(scan.bits.begin(), scan.bits.end(), near_begin(shape())) - scan.bits.begin();
    const auto others = static_cast<std::size_t>(near);
    questions.push_back({words_of(scan.bits.subspan(others)), words_of(scan.bits.first(others)),
                         std::min(static_cast<std::uint32_t>(others), shape().active()), scan.hits});
  }
  for (std::size_t first = 0; first < size(); first += tile_rows_) {
    for (const Question& question : questions) {
      run_tile(question, first);
    }
  }
}

void BruteForceIndex::run_tile(const Question& question, std::size_t first) const {
  const std::uint64_t* tile = packed_.data() + first / tile_rows_ * words_ * stride_;
  const std::size_t rows = whole_groups(std::min(tile_rows_, size() - first));
  HitCollector& hits = *question.hits;
  std::array<std::uint32_t, kGroupRows> near{};
  std::array<std::uint32_t, kGroupRows> others{};
  for (std::size_t group = 0; group < rows; group += kGroupRows) {
    const std::uint32_t most =
        question.near.empty() ? 0 : count_overlaps(tile + group, stride_, question.near, near.data());
    if (kNearWeight * most + question.most_others < hits.needed().score()) {
      continue;
    }
    const std::uint32_t most_others = count_overlaps(tile + group, stride_, question.others, others.data());
    if (kNearWeight * most + most_others < hits.needed().score() || most + most_others < hits.least()) {
      continue;
    }
    for (std::size_t r = 0; r < kGroupRows; ++r) {  // rows past the last share nothing, which is never enough
      if (near[r] + others[r] >= hits.least() && kNearWeight * near[r] + others[r] >= hits.needed().score()) {
        const std::uint32_t rarity = rarity_of(question, tile + group + r);
        hits.offer(static_cast<NodeIndex>(first + group + r), {near[r], others[r], rarity});
      }
    }
  }
}

/// The rarity of the bits that a row shares with the query; `row` is its first word.
std::uint32_t BruteForceIndex::rarity_of(const Question& question, const std::uint64_t* row) const {
  std::uint32_t sum = 0;
  for (const auto* words : {&question.near, &question.others}) {
    for (const QueryWord& word : *words) {
      for (std::uint64_t rest = row[word.index * stride_] & word.mask; rest != 0; rest &= rest - 1) {
        sum += rarities()[word.index * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))];
      }
    }
  }
  return sum;
}

}  // namespace columnar
