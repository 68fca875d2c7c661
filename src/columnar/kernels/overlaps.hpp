#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace columnar {

/// One word of a query that has a bit set, and where it lies in a packed code.
struct QueryWord {
  std::uint32_t index;
  std::uint64_t mask;
};

/// Rows whose overlaps are counted at once.
inline constexpr std::size_t kGroupRows = 64;

/// Writes the overlap of each of kGroupRows rows of a group with the query, and returns the largest. Word w of row r of
/// the group is group[w * stride + r]: so the words of a query that are zero are never read from memory, and rows are
/// counted side by side without adding across a vector.
std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                             std::uint32_t* overlaps);

namespace plain {
std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                             std::uint32_t* overlaps);
}  // namespace plain

}  // namespace columnar
