#pragma once

#include <cstdint>
#include <cstring>

#include "columnar/core/host_device.hpp"

namespace columnar::cuda {

// The bytes of Fp8Line (core/fp8_line.hpp) one by one: four bits of exponent, four of mantissa.

/// The exponent that a row's largest number sets: Fp8Scale. `largest` are the bits of a non-negative float.
COLUMNAR_HOST_DEVICE inline std::int32_t exponent_of_row(std::uint32_t largest) {
  const auto exponent = static_cast<std::int32_t>(largest >> 23U);
  return exponent < 1 ? 1 : exponent > 255 ? 255 : exponent;
}

/// A number of such a row, given by its bits, as a byte: to nearest, ties up; only 0 becomes 0.
COLUMNAR_HOST_DEVICE inline std::uint32_t byte_of(std::uint32_t bits, std::int32_t exponent) {
  const auto number = static_cast<std::int32_t>(bits);
  std::int32_t found = ((number + (1 << 18)) >> 19) - (exponent - 15) * 16;
  found = found > 255 ? 255 : found;
  found = found < 16 ? 16 : found;
  return number > 0 ? static_cast<std::uint32_t>(found) : 0U;
}

/// The bits of the float that byte j of a word stands for, times 2⁻¹¹².
COLUMNAR_HOST_DEVICE inline std::uint32_t bits_of_byte(std::uint32_t word, unsigned j) {
  return (word >> (8U * j) & 0xFFU) << 19U;
}

}  // namespace columnar::cuda
