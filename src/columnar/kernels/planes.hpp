#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace columnar {

/// Words of a line: 512 rows, one bit each, as wide as the widest vectors.
inline constexpr std::size_t kLineWords = 8;
inline constexpr std::size_t kLineRows = kLineWords * 64;

/// Bitmaps are added eight at a time.
inline constexpr std::size_t kBitmapsTogether = 8;

/// Planes that a kernel needs at least: what eight bitmaps add up to below their common carry.
inline constexpr std::uint32_t kLeastPlanes = 3;

/// Counters of many rows, stored across: plane p holds bit p of the counter of every row, so that one instruction adds
/// to 512 counters. Plane p of line i is the kLineWords words from planes[(i * levels + p) * kLineWords].
struct PlaneSum {
  std::span<const std::uint64_t* const> bitmaps;  ///< what is added; a multiple of kBitmapsTogether
  std::uint64_t* planes;                          ///< what it is added to, line by line
  std::uint32_t levels;                           ///< at least kLeastPlanes; a sum past them is lost
  std::uint32_t needed;                           ///< the count that is asked for
  std::uint64_t* reached;                         ///< set where a row's count is at least `needed`, line by line
};

/// Adds lines [first, last) of the bitmaps to the planes and says which rows reach the count.
void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last);

namespace plain {
void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last);
}  // namespace plain

}  // namespace columnar
