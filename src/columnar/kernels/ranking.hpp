#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

/// Scores that are ranked at once, by counting for each how many are better.
inline constexpr std::size_t kRankedAtOnce = 64;

/// Writes order[r] = the index of the r-th best score, for r < count; of two equal ones the earlier is better. `scores`
/// has kRankedAtOnce entries; what those from `count` on hold does not matter.
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);

namespace plain {
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);
}  // namespace plain

}  // namespace columnar
