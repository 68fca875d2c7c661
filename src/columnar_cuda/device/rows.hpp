#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace columnar::cuda {

/// Memory for what a stage works on at a time.
inline constexpr std::size_t kPortionBytes = std::size_t{1} << 30U;

/// Rows that a stage works on at a time, where it needs this many bytes for each: enough to fill a GPU, few enough that
/// the memory does not depend on the graph.
[[nodiscard]] constexpr std::size_t rows_at_once(std::size_t rows, std::size_t bytes_per_row) noexcept {
  constexpr std::size_t kLeast = 256;
  return std::max<std::size_t>(
      1, std::min(rows, std::max(kLeast, kPortionBytes / std::max<std::size_t>(1, bytes_per_row))));
}

}  // namespace columnar::cuda
