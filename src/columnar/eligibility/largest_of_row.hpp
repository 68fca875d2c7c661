#pragma once

#include <cstdint>
#include <span>

namespace columnar {

/// Which of a row of numbers are its largest: all from `least` up, but for the last `surplus` of those equal to it.
struct LargestOfRow {
  float least = 0.0F;
  std::uint32_t surplus = 0;
};

/// Finds the k largest numbers of a row, of equal ones the first; k must be in [1, row.size()], the numbers finite.
///
/// By bisection: to count how many numbers reach a value takes a few instructions where eight are looked at together,
/// and a handful of counts tells k of a few hundred from the rest. Sorting or partitioning mispredicts a branch at
/// every other number.
[[nodiscard]] LargestOfRow largest_of_row(std::span<const float> row, std::uint32_t k) noexcept;

}  // namespace columnar
