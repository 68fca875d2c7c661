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
  constexpr std::size_t kFew = 64;
  k = std::min(k, scores.size());
  if (scores.size() <= kFew) {
    // Insertion keeps the k best in order; an index that comes later yields to an equal one.
    order.resize(k);
    std::size_t held = 0;
    for (std::uint32_t i = 0; i < scores.size(); ++i) {
      if (held == k && (k == 0 || !(scores[i] > scores[order[k - 1]]))) {
        continue;
      }
      std::size_t place = held < k ? held++ : k - 1;
      for (; place > 0 && scores[i] > scores[order[place - 1]]; --place) {
        order[place] = order[place - 1];
      }
      order[place] = i;
    }
    return;
  }
  order.resize(scores.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto better = [scores](std::uint32_t a, std::uint32_t b) {
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
  };
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(k);
  if (middle != order.end()) {
    std::nth_element(order.begin(), middle, order.end(), better);
  }
  order.resize(k);
  std::sort(order.begin(), order.end(), better);
}

}  // namespace columnar
