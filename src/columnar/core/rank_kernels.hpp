#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar/core/simd.hpp"

namespace columnar {

/// Scores that are ranked at once, by counting for each how many are better.
inline constexpr std::size_t kRankedAtOnce = 64;

/// Places that at_least may write beyond those it reports.
inline constexpr std::size_t kSparePlaces = 16;

/// What the choice of the best scores is made of.
struct RankKernels {
  /// Writes order[r] = the index of the r-th best score, for r < count; of two equal ones the earlier is better.
  /// `scores` has kRankedAtOnce entries; what those from `count` on hold does not matter.
  void (*rank)(const float* scores, std::size_t count, std::uint32_t* order);
  /// Writes the places of the scores that are at least `least`, ascending, and returns how many they are. There is room
  /// for count + kSparePlaces.
  std::size_t (*at_least)(const float* scores, std::size_t count, float least, std::uint32_t* places);
};

/// The kernels for an instruction set; it must be available.
[[nodiscard]] RankKernels rank_kernels(Simd simd) noexcept;

/// Those for this processor.
[[nodiscard]] const RankKernels& rank_kernels();

}  // namespace columnar
