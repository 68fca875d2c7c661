#include "columnar/eligibility/top_k_threshold.hpp"

#include <Eigen/Core>

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

TopKThreshold top_k_threshold(std::span<const float> row, std::uint32_t k) noexcept {
  const Eigen::Map<const Eigen::ArrayXf> values(row.data(), static_cast<Eigen::Index>(row.size()));
  float low = values.minCoeff();
  float high = values.maxCoeff();
  auto reach_low = static_cast<std::uint32_t>(row.size());  // always at least k
  std::uint32_t reach_high = 0;
  if (reach_low > k) {
    reach_high = count_from(row, high);
    if (reach_high >= k) {
      return {high, reach_high - k};
    }
  }
  // Fewer than k numbers reach `high`. For evenly spread numbers, the k-th largest is where the line between the two
  // counts passes k; every second guess is the middle, which guarantees progress.
  for (bool evenly = true; reach_low > k; evenly = !evenly) {
    const float share = static_cast<float>(reach_low - k) / static_cast<float>(reach_low - reach_high);
    float middle = low + (evenly ? share : 0.5F) * (high - low);
    if (middle <= low || middle >= high) {
      middle = low + 0.5F * (high - low);
    }
    if (middle <= low || middle >= high) {  // no float between them: low is the k-th largest itself
      break;
    }
    const std::uint32_t reach = count_from(row, middle);
    if (reach >= k) {
      low = middle;
      reach_low = reach;
    } else {
      high = middle;
      reach_high = reach;
    }
  }
  return {low, reach_low - k};
}

}  // namespace columnar
