#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace columnar {

/// Puts the indices of the k largest scores into `order`, best first; equal scores keep the lower index first.
/// `order` is resized to min(k, scores.size()).
template <class Score>
void top_k(std::span<const Score> scores, std::size_t k, std::vector<std::uint32_t>& order) {
  order.resize(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto better = [scores](std::uint32_t a, std::uint32_t b) {
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
  };
  k = std::min(k, order.size());
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(k);
  if (middle != order.end()) {
    std::nth_element(order.begin(), middle, order.end(), better);
  }
  order.resize(k);
  std::sort(order.begin(), order.end(), better);
}

}  // namespace columnar
