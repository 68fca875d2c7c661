#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

/// Scores ranked at once, by counting for each how many are better.
inline constexpr std::size_t kRankedAtOnce = 64;

/// Writes order[r] = the index of the r-th best score, for r < count; of equal scores the earlier is better. `scores`
/// has kRankedAtOnce entries; those from `count` on are ignored.
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);

namespace plain {
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);
}  // namespace plain

}  // namespace columnar
