#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

// Eight floats: one AVX register, which the compiler splits for narrower processors.
using FloatLanes = float __attribute__((vector_size(32)));
using WordLanes = std::uint32_t __attribute__((vector_size(32)));
inline constexpr std::size_t kRegisterLanes = 8;

/// Cells of a column computed at once: eight floats, one AVX register.
inline constexpr std::uint32_t kVectorLanes = 8;

/// Lanes for a column's cells: rounded up to whole vectors.
[[nodiscard]] constexpr std::uint32_t lanes_of(std::uint32_t cells) noexcept {
  return (cells + kVectorLanes - 1) / kVectorLanes * kVectorLanes;
}

}  // namespace columnar
