#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace columnar {

/// One nonzero word of a query and its position in a packed code.
struct QueryWord {
  std::uint32_t index;
  std::uint64_t mask;
};

/// Rows counted at once.
inline constexpr std::size_t kGroupRows = 64;

/// Writes the overlap of each of the kGroupRows rows of a group with the query, and returns the largest. Word w of row
/// r
/// is group[w * stride + r]: zero words of the query are never read from memory, and rows are counted side by side
/// without
/// horizontal adds.
std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                             std::uint32_t* overlaps);

namespace plain {
std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                             std::uint32_t* overlaps);
}  // namespace plain

}  // namespace columnar
