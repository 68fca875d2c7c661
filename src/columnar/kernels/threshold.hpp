#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

/// Entries that find_at_least may write beyond those it reports.
inline constexpr std::size_t kSparePlaces = 16;

/// Writes the indices of the scores that are at least `least`, ascending, and returns their number. `places` has
/// room for count + kSparePlaces.
std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places);

namespace plain {
std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places);
}  // namespace plain

}  // namespace columnar
