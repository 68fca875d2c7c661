#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace columnar {

/// Words of a line: 512 rows, one bit each, the width of the widest vectors.
inline constexpr std::size_t kLineWords = 8;
inline constexpr std::size_t kLineRows = kLineWords * 64;

/// Number of bitmaps added at a time.
inline constexpr std::size_t kBitmapsTogether = 8;

/// Minimum number of planes: the sum of eight bitmaps below their common carry.
inline constexpr std::uint32_t kLeastPlanes = 3;

/// Bit-sliced counters of many rows: plane p holds bit p of every row's counter, so that one instruction adds
/// to 512 counters. Plane p of line i is the kLineWords words from planes[(i * levels + p) * kLineWords].
struct PlaneSum {
  std::span<const std::uint64_t* const> bitmaps;  ///< bitmaps to add; a multiple of kBitmapsTogether
  std::uint64_t* planes;                          ///< counters, line by line
  std::uint32_t levels;                           ///< at least kLeastPlanes; larger sums overflow
  std::uint32_t needed;                           ///< requested count
  std::uint64_t* reached;                         ///< output, line by line: set if a row's count is at least `needed`
};

/// Adds lines [first, last) of the bitmaps to the planes and marks the rows that reach the count.
void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last);

namespace plain {
void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last);
}  // namespace plain

}  // namespace columnar
