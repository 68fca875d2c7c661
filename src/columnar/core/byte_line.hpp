#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "columnar/core/float_lanes.hpp"

namespace columnar {

/// 64 numbers in a cache line, a byte each, of rows without negative numbers: four bits of exponent, four of mantissa,
/// so five significant bits with the leading one. Exponents count down from that of the row's largest number.
///
/// Byte j of word k holds number 8j + k of its half of the line: a shift and a mask turn eight words into four times
/// eight floats in their order.
struct alignas(64) ByteLine {
  static constexpr std::size_t kNumbers = 64;
  static constexpr std::size_t kRegisters = kNumbers / kRegisterLanes;  ///< that hold it as floats

  /// sums += factor · the numbers as they lie there, 2⁻¹²⁶ to 2⁻¹¹¹ and 0; kRegisters sums.
  void add_to(FloatLanes* sums, float factor) const noexcept {
    for (std::size_t half = 0; half < 2; ++half) {
      WordLanes part;
      std::memcpy(&part, words.data() + half * kRegisterLanes, sizeof(part));
      FloatLanes* const to = sums + half * kRegisters / 2;
      // Of vectors this is a cast of the bits; std::bit_cast would pass one in a register that not all processors have.
      to[0] += factor * reinterpret_cast<FloatLanes>(part << kShift & kMask);
      to[1] += factor * reinterpret_cast<FloatLanes>(part << (kShift - 8) & kMask);
      to[2] += factor * reinterpret_cast<FloatLanes>(part << (kShift - 16) & kMask);
      to[3] += factor * reinterpret_cast<FloatLanes>(part >> (24 - kShift) & kMask);
    }
  }

  static constexpr unsigned kShift = 19;  ///< from a byte to the place of a float's exponent and upper mantissa
  static constexpr std::uint32_t kMask = 0xFFU << kShift;

  std::array<std::uint32_t, kNumbers / 4> words;
};

/// How the numbers of a row are kept as bytes: its largest number decides.
class ByteScale {
 public:
  /// Sums are computed in this unit: in the middle between what is too large and what is too small for a float.
  static constexpr float kUnit = 0x1.0p56F;

  explicit ByteScale(std::span<const float> row) noexcept {
    std::uint32_t largest = 0;  // bits of numbers that are not negative have the order of the numbers
    for (const float value : row) {
      largest = std::max(largest, std::bit_cast<std::uint32_t>(value));
    }
    exponent_ = static_cast<std::int32_t>(largest >> kMantissaBits);
  }

  /// Rounds ByteLine::kNumbers numbers of the row to the nearest that a byte can hold. What is below 2⁻¹⁴ of the power
  /// of two below the largest becomes 0.
  void set(const float* values, ByteLine& line) const noexcept {
    for (std::size_t half = 0; half < 2; ++half) {
      SignedLanes packed = {};
      for (int j = 0; j < 4; ++j) {
        packed |= bytes(values + (4 * half + static_cast<std::size_t>(j)) * kRegisterLanes) << 8 * j;
      }
      std::memcpy(line.words.data() + half * kRegisterLanes, &packed, sizeof(packed));
    }
  }

  /// What add_to wants as the factor of the row's numbers, in kUnit. Infinite for numbers of 2⁷² and more.
  [[nodiscard]] float factor() const noexcept {
    constexpr std::int32_t kRaise = 127 - kTop - 56;  // by as much as add_to's numbers are too small, less the unit
    return std::bit_cast<float>(std::min(exponent_ + kRaise, kInfinite) << kMantissaBits);
  }

 private:
  static constexpr std::int32_t kMantissaBits = 23;  // of a float
  static constexpr std::int32_t kInfinite = 255;     // the exponent of infinity
  static constexpr std::int32_t kTop = 15;           // the largest exponent of a byte

  using SignedLanes = std::int32_t __attribute__((vector_size(32)));

  /// The bytes of eight numbers, one a lane.
  [[nodiscard]] SignedLanes bytes(const float* values) const noexcept {
    SignedLanes bits;
    std::memcpy(&bits, values, sizeof(bits));
    SignedLanes found = ((bits + (1 << (ByteLine::kShift - 1))) >> ByteLine::kShift) - (exponent_ - kTop) * 16;
    found = found > 255 ? 255 : found;
    return found < 16 ? 0 : found;
  }

  std::int32_t exponent_ = 0;
};

}  // namespace columnar
