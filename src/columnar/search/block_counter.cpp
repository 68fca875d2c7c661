#include "columnar/search/block_counter.hpp"

#include <algorithm>
#include <limits>

namespace columnar {

void BlockCounter::start(std::size_t bundles, std::size_t most) {
  lines_ = (bundles + kLineRows - 1) / kLineRows;
  levels_ = std::max(kLeastPlanes, static_cast<std::uint32_t>(std::bit_width(most)));
  planes_.assign(lines_ * levels_, BitmapLine{});
  bitmaps_.clear();
  lists_ = 0;
}

void BlockCounter::add(std::span<const std::uint16_t> list) {
  if (lists_ == kBitmapsTogether) {  // no room for more: count these
    mark(std::numeric_limits<std::uint32_t>::max());
  }
  std::uint64_t* words = laid_out_[lists_ * kBlockLines].words.data();
  std::fill_n(words, lines_ * kLineWords, 0);
  for (const std::uint16_t place : list) {
    words[place / 64U] |= std::uint64_t{1} << (place % 64U);
  }
  bitmaps_.push_back(words);
  ++lists_;
}

void BlockCounter::mark(std::uint32_t needed) {
  while (bitmaps_.size() % kBitmapsTogether != 0) {
    bitmaps_.push_back(laid_out_[kBitmapsTogether * kBlockLines].words.data());
  }
  sum_planes({bitmaps_, planes_.front().words.data(), levels_, needed, marked_.front().words.data()}, 0, lines_);
  bitmaps_.clear();
  lists_ = 0;
}

std::size_t BlockCounter::marked() const noexcept {
  std::size_t count = 0;
  for (std::size_t line = 0; line < lines_; ++line) {
    for (const std::uint64_t word : marked_[line].words) {
      count += static_cast<std::size_t>(std::popcount(word));
    }
  }
  return count;
}

std::uint32_t BlockCounter::count_of(std::size_t place) const noexcept {
  const std::uint64_t* word = planes_[place / kLineRows * levels_].words.data() + place % kLineRows / 64;  // of plane 0
  std::uint32_t count = 0;
  for (std::uint32_t level = 0; level < levels_; ++level) {
    count |= static_cast<std::uint32_t>((word[level * kLineWords] >> (place % 64)) & 1U) << level;
  }
  return count;
}

}  // namespace columnar
