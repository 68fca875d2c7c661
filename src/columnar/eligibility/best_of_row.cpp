#include "columnar/eligibility/best_of_row.hpp"

#include <algorithm>

namespace columnar {
namespace {

std::uint32_t count_from(std::span<const float> row, float least) noexcept {
  std::uint32_t count = 0;
  for (const float value : row) {
    count += value >= least ? 1U : 0U;
  }
  return count;
}

}  // namespace

LargestOfRow largest_of_row(std::span<const float> row, std::uint32_t k) noexcept {
  float low = row.front();
  float high = row.front();
  for (const float value : row) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  auto reach_low = static_cast<std::uint32_t>(row.size());  // at least k, always
  if (reach_low > k) {
    const std::uint32_t reach_high = count_from(row, high);
    if (reach_high >= k) {
      return {high, reach_high - k};
    }
  }
  // Fewer than k numbers reach `high`.
  while (reach_low > k) {
    const float middle = low + 0.5F * (high - low);
    if (middle <= low || middle >= high) {  // no float lies between them: low is the k-th largest itself
      break;
    }
    const std::uint32_t reach = count_from(row, middle);
    if (reach >= k) {
      low = middle;
      reach_low = reach;
    } else {
      high = middle;
    }
  }
  return {low, reach_low - k};
}

}  // namespace columnar
