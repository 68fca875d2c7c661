#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "columnar/core/simd.hpp"

namespace columnar {

/// One word of a query that has a bit set, and where it lies in a packed code.
struct QueryWord {
  std::uint32_t index;
  std::uint64_t mask;
};

/// Rows that a kernel counts at once.
inline constexpr std::size_t kGroupRows = 64;

/// Writes the overlap of each row of a group with the query, and returns the largest. Word w of row r of the group is
/// group[w * stride + r]: so the words of a query that are zero are never read from memory, and rows are counted side
/// by side without adding across a vector.
using OverlapKernel = std::uint32_t (*)(const std::uint64_t* group, std::size_t stride,
                                        std::span<const QueryWord> query,
                                        std::array<std::uint32_t, kGroupRows>& overlaps);

/// The kernel for an instruction set; it must be available.
[[nodiscard]] OverlapKernel overlap_kernel(Simd simd) noexcept;

}  // namespace columnar
