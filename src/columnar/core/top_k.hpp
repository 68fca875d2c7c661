#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// Puts the indices of the k largest scores into `order`, best first; equal scores keep the lower index first.
/// `order` is resized to min(k, scores.size()). Scores must not be NaN.
void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order);

/// The same indices in ascending order, for callers that do not need the ranking.
void top_k_ascending(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& indices);

}  // namespace columnar
