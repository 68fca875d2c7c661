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

std::uint32_t count_above(std::span<const float> row, float most) noexcept {
  std::uint32_t count = 0;
  for (const float value : row) {
    count += value > most ? 1U : 0U;
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

void order_largest(std::span<const float> row, std::uint32_t k, std::vector<std::uint32_t>& order) {
  order.resize(k);
  if (k == 0) {
    return;
  }
  const LargestOfRow largest = largest_of_row(row, k);
  std::uint32_t equal = count_from(row, largest.least) - count_above(row, largest.least) - largest.surplus;
  std::vector<float> values(k);
  std::vector<std::uint32_t> places(k);
  std::size_t held = 0;
  for (std::uint32_t i = 0; i < row.size() && held < k; ++i) {
    if (row[i] > largest.least || (row[i] == largest.least && equal > 0)) {
      equal -= row[i] == largest.least ? 1U : 0U;
      values[held] = row[i];
      places[held++] = i;
    }
  }
  // The place of each is the number of those before it: counted, for as few as these.
  for (std::size_t i = 0; i < k; ++i) {
    std::uint32_t before = count_above(values, values[i]);
    if (count_from(values, values[i]) > before + 1) {
      for (std::size_t j = 0; j < i; ++j) {
        before += values[j] == values[i] ? 1U : 0U;
      }
    }
    order[before] = places[i];
  }
}

}  // namespace columnar
