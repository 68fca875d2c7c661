#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "columnar/kernels/float_lanes.hpp"

namespace columnar {

/// 64 non-negative numbers in one cache line, one byte each: four bits of exponent, four of mantissa, so five
/// significant
/// bits with the leading one. Exponents count down from that of the row's largest number.
///
/// Byte j of word k holds number 8j + k of its half of the line: a shift and a mask turn eight words into four times
/// eight floats in order.
struct alignas(64) Fp8Line {
  static constexpr std::size_t kNumbers = 64;
  static constexpr std::size_t kRegisters = kNumbers / kRegisterLanes;  ///< per line, as floats

  /// Stored value = true value × 2⁻¹¹²: a byte becomes a (tiny) float by a shift, without a conversion.
  static constexpr double kSmall = 0x1.0p-112;

  /// sums += factor · numbers, each scaled by kSmall for a row of power 1; kRegisters sums.
  void add_to(FloatLanes* sums, float factor) const noexcept {
    for (std::size_t half = 0; half < 2; ++half) {
      WordLanes part;
      std::memcpy(&part, words.data() + half * kRegisterLanes, sizeof(part));
      FloatLanes* const to = sums + half * kRegisters / 2;
      // On vectors this casts the bits; std::bit_cast would pass the vector in a register that some processors lack.
      to[0] += factor * reinterpret_cast<FloatLanes>(part << kShift & kMask);
      to[1] += factor * reinterpret_cast<FloatLanes>(part << (kShift - 8) & kMask);
      to[2] += factor * reinterpret_cast<FloatLanes>(part << (kShift - 16) & kMask);
      to[3] += factor * reinterpret_cast<FloatLanes>(part >> (24 - kShift) & kMask);
    }
  }

  static constexpr unsigned kShift = 19;  ///< from a byte to a float's exponent and upper mantissa
  static constexpr std::uint32_t kMask = 0xFFU << kShift;

  std::array<std::uint32_t, kNumbers / 4> words;
};

/// Scale of a row of bytes, set by its largest number.
class Fp8Scale {
 public:
  explicit Fp8Scale(std::span<const float> row) noexcept {
    std::uint32_t largest = 0;  // the bits of non-negative floats order like the floats
    for (const float value : row) {
      largest = std::max(largest, std::bit_cast<std::uint32_t>(value));
    }
    exponent_ = std::clamp(static_cast<std::int32_t>(largest >> kMantissaBits), 1, kInfinite);
  }

  /// Rounds Fp8Line::kNumbers numbers to bytes: to nearest, ties up. Nonzero numbers below the range become the
  /// smallest
  /// byte, 2⁻¹⁴ of the row's power, so only 0 becomes 0; numbers above it become the largest. Numbers that do not
  /// belong to
  /// the row may be anything.
  void set(const float* values, Fp8Line& line) const noexcept {
    for (std::size_t half = 0; half < 2; ++half) {
      SignedLanes packed = {};
      for (int j = 0; j < 4; ++j) {
        pack(values + (4 * half + static_cast<std::size_t>(j)) * kRegisterLanes, j, packed);
      }
      std::memcpy(line.words.data() + half * kRegisterLanes, &packed, sizeof(packed));
    }
  }

  /// The largest power of two not above the row's largest number: 2⁻¹²⁶ for a row of zeros, infinite for a row that is
  /// not finite.
  [[nodiscard]] float power() const noexcept { return std::bit_cast<float>(exponent_ << kMantissaBits); }

 private:
  using SignedLanes = std::int32_t __attribute__((vector_size(32)));

  static constexpr std::int32_t kMantissaBits = 23;  // of a float
  static constexpr std::int32_t kInfinite = 255;     // the exponent of infinity
  static constexpr std::int32_t kTop = 15;           // the largest exponent of a byte

  /// Packs the bytes of eight numbers into byte j of eight words. (Not returned: without AVX a vector cannot be.)
  void pack(const float* values, int j, SignedLanes& words) const noexcept {
    SignedLanes bits;
    std::memcpy(&bits, values, sizeof(bits));
    SignedLanes found = ((bits + (1 << (Fp8Line::kShift - 1))) >> Fp8Line::kShift) - (exponent_ - kTop) * 16;
    found = found > 255 ? 255 : found;
    found = found < 16 ? 16 : found;
    words |= (bits > 0 ? found : 0) << 8 * j;
  }

  std::int32_t exponent_;
};

}  // namespace columnar
