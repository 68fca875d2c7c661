#include "columnar_lab/evaluate/tied_ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace columnar {

TiedPlaces places_of(float score, std::span<const float> scores) noexcept {
  std::uint32_t above = 0;  // 32 bits, as wide as a score: the loop vectorises
  std::uint32_t tied = 0;
  for (const float other : scores) {
    above += other > score ? 1U : 0U;
    tied += other == score ? 1U : 0U;
  }
  return {above, tied};
}

double expected_reciprocal(const TiedPlaces& places, std::span<const double> harmonic) noexcept {
  if (places.tied == 1) {
    return 1.0 / static_cast<double>(places.above + 1);  // the usual case, without the rounding of a difference
  }
  return (harmonic[places.above + places.tied] - harmonic[places.above]) / static_cast<double>(places.tied);
}

std::vector<double> harmonic_numbers(std::size_t count) {
  std::vector<double> numbers(count + 1, 0.0);
  for (std::size_t m = 1; m <= count; ++m) {
    numbers[m] = numbers[m - 1] + 1.0 / static_cast<double>(m);
  }
  return numbers;
}

TopPlaces top_places(std::span<const float> scores, std::size_t k) {
  std::vector<float> best;  // a heap with the smallest in front
  best.reserve(std::min(k, scores.size()));
  for (const float score : scores) {
    if (best.size() == k) {
      if (score <= best.front()) {
        continue;
      }
      std::ranges::pop_heap(best, std::greater{});
      best.back() = score;
    } else if (score == kLeftOut) {
      continue;
    } else {
      best.push_back(score);
    }
    std::ranges::push_heap(best, std::greater{});
  }
  if (best.empty()) {
    return {};
  }
  return {best.size(), best.front(), places_of(best.front(), scores)};
}

}  // namespace columnar
