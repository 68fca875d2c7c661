#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/simd.hpp"

namespace columnar {

/// Puts the indices of the k largest scores into `order`, best first; equal scores keep the lower index first.
/// `order` is resized to min(k, scores.size()). Scores must not be NaN.
void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order);

/// Scores that are ranked at once, by counting for each how many are better.
inline constexpr std::size_t kRankedAtOnce = 64;

/// Writes order[r] = the index of the r-th best score, for r < k. `scores` has kRankedAtOnce entries, those from
/// `count` on minus infinity; k ≤ count.
using RankKernel = void (*)(const float* scores, std::size_t count, std::size_t k, std::uint32_t* order);

/// The kernel for an instruction set; it must be available.
[[nodiscard]] RankKernel rank_kernel(Simd simd) noexcept;

}  // namespace columnar
