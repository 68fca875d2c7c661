#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

/// Puts the places of the k largest numbers of a row into `order`, best first, equal ones in the order of the row; the
/// same as top_k (core/top_k.hpp), made for rows of a few hundred. The numbers must be finite, k at most their count.
void order_largest(std::span<const float> row, std::uint32_t k, std::vector<std::uint32_t>& order);

}  // namespace columnar
