#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

/// Rows of a panel: 16 rows of numbers, stored as [pair of numbers][row][2].
inline constexpr std::size_t kPanelRows = 16;
/// Maximum rows multiplied by a panel at once.
inline constexpr std::size_t kBlockRows = 8;

/// Up to kBlockRows rows of numbers, contiguous.
struct Int16Block {
  const std::int16_t* numbers;
  std::size_t pairs;  ///< pairs of numbers per row
  std::size_t rows;
};

/// sums[i][j] ← Σ_k block[i][k] · panel[j][k] for the rows of the block and the 16 rows of the panel. No sum of
/// products may overflow 32 bits.
void multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums);

namespace plain {
void multiply_int16(const Int16Block& block, const std::int16_t* panel, std::int32_t* sums);
}  // namespace plain

}  // namespace columnar
