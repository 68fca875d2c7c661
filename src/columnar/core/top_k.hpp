#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// Puts the indices of the k largest scores into `order`, best first; equal scores keep the lower index first.
/// `order` is resized to min(k, scores.size()). Scores must not be NaN.
void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order);

/// The same scores by their indices, ascending: for those who ask which they are, not which is better.
void top_k_ascending(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& indices);

}  // namespace columnar
