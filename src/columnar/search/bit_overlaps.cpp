#include "columnar/search/bit_overlaps.hpp"

#include <algorithm>
#include <utility>

#include "columnar/search/rank.hpp"

namespace columnar {

BitOverlaps::BitOverlaps(SdrTable codes) : codes_(std::move(codes)) {
  offsets_.resize(codes_.shape.width() + 1);
  for (const std::uint16_t bit : codes_.bits) {
    ++offsets_[bit + std::size_t{1}];
  }
  for (std::size_t b = 1; b < offsets_.size(); ++b) {
    offsets_[b] += offsets_[b - 1];
  }
  rows_.resize(codes_.bits.size());
  std::vector<std::size_t> next = offsets_;
  for (NodeIndex row = 0; row < codes_.size(); ++row) {
    for (const std::uint16_t bit : codes_.code(row)) {
      rows_[next[bit]++] = row;
    }
  }
}

void BitOverlaps::score(NodeIndex row, std::span<float> scores) const {
  const std::uint32_t near = near_begin(codes_.shape);
  std::ranges::fill(scores, 0.0F);
  for (const std::uint16_t bit : codes_.code(row)) {
    const float weight = bit >= near ? static_cast<float>(kNearWeight) : 1.0F;
    for (const NodeIndex other : rows_with(bit)) {
      scores[other] += weight;
    }
  }
}

}  // namespace columnar
