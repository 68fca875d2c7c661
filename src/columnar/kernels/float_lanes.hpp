#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

// Eight at a time, where the compiler splits what the processor has not: one AVX register.
using FloatLanes = float __attribute__((vector_size(32)));
using WordLanes = std::uint32_t __attribute__((vector_size(32)));
inline constexpr std::size_t kRegisterLanes = 8;

/// Cells of a column are computed this many at once: eight floats, one AVX register.
inline constexpr std::uint32_t kVectorLanes = 8;

/// The places a column's cells take up: whole vectors.
[[nodiscard]] constexpr std::uint32_t lanes_of(std::uint32_t cells) noexcept {
  return (cells + kVectorLanes - 1) / kVectorLanes * kVectorLanes;
}

}  // namespace columnar
