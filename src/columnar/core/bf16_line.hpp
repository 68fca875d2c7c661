#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "columnar/kernels/float_lanes.hpp"

namespace columnar {

/// 32 numbers in one cache line, half the memory of floats: each keeps the upper half of its bits (bfloat16), rounded
/// to
/// nearest even. Sums of scattered matrix rows are limited by memory bandwidth.
///
/// Word k holds number k mod 8 of the first eight of its sixteen in its lower half, and of the second eight in its
/// upper
/// half: a shift and a mask turn eight words into twice eight floats in order.
struct alignas(64) Bf16Line {
  static constexpr std::size_t kNumbers = 32;
  static constexpr std::size_t kRegisters = kNumbers / kRegisterLanes;  ///< per line, as floats

  /// Rounds kNumbers floats, finite or infinite, into the line.
  void set(const float* values) noexcept {
    for (std::size_t k = 0; k < words.size(); ++k) {
      const std::size_t lower = k / kRegisterLanes * 2 * kRegisterLanes + k % kRegisterLanes;
      words[k] = rounded_bits(values[lower]) >> 16U | rounded_bits(values[lower + kRegisterLanes]);
    }
  }

  /// Writes kNumbers floats.
  void get(float* values) const noexcept {
    for (std::size_t k = 0; k < words.size(); ++k) {
      const std::size_t lower = k / kRegisterLanes * 2 * kRegisterLanes + k % kRegisterLanes;
      values[lower] = std::bit_cast<float>(words[k] << 16U);
      values[lower + kRegisterLanes] = std::bit_cast<float>(words[k] & 0xFFFF0000U);
    }
  }

  /// sums += factor · numbers; kRegisters sums.
  void add_to(FloatLanes* sums, float factor) const noexcept {
    for (std::size_t pair = 0; pair < kRegisters / 2; ++pair) {
      WordLanes part;
      std::memcpy(&part, words.data() + pair * kRegisterLanes, sizeof(part));
      // On vectors this casts the bits; std::bit_cast would pass the vector in a register that some processors lack.
      sums[2 * pair] += factor * reinterpret_cast<FloatLanes>(part << 16U);
      sums[2 * pair + 1] += factor * reinterpret_cast<FloatLanes>(part & 0xFFFF0000U);
    }
  }

  std::array<std::uint32_t, kNumbers / 2> words;

 private:
  /// The upper half of the bits. Not for every NaN: some would round to 0.
  [[nodiscard]] static std::uint32_t rounded_bits(float value) noexcept {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U;
  }
};

}  // namespace columnar
