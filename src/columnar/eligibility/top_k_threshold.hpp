#pragma once

#include <cstdint>
#include <span>

namespace columnar {

/// The largest numbers of a row: all from `threshold` up, except the last `surplus` of those equal to it.
struct TopKThreshold {
  float threshold = 0.0F;
  std::uint32_t surplus = 0;
};

/// Finds the k largest numbers of a row; the first of equal numbers wins. k must be in [1, row.size()], the numbers
/// finite.
///
/// Uses bisection: counting the numbers above a value takes few vector instructions, and a handful of counts separates
/// k
/// out of a few hundred from the rest. Sorting or partitioning mispredicts a branch at every other number.
[[nodiscard]] TopKThreshold top_k_threshold(std::span<const float> row, std::uint32_t k) noexcept;

}  // namespace columnar
