#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

/// Scores that are ranked at once, by counting for each how many are better.
inline constexpr std::size_t kRankedAtOnce = 64;

/// Places that find_at_least may write beyond those it reports.
inline constexpr std::size_t kSparePlaces = 16;

/// Writes order[r] = the index of the r-th best score, for r < count; of two equal ones the earlier is better. `scores`
/// has kRankedAtOnce entries; what those from `count` on hold does not matter.
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);

/// Writes the places of the scores that are at least `least`, ascending, and returns how many they are. `places` has
/// room for count + kSparePlaces.
std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places);

namespace plain {
void rank_scores(const float* scores, std::size_t count, std::uint32_t* order);
std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places);
}  // namespace plain

}  // namespace columnar
