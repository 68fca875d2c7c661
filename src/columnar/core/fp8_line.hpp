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

/// 64 numbers in a cache line, one byte each, of rows without negative numbers: four bits of exponent, four of
/// mantissa, so five significant bits with the leading one. Exponents count down from that of the row's largest number.
///
/// Byte j of word k holds number 8j + k of its half of the line: a shift and a mask turn eight words into four times
/// eight floats in their order.
struct alignas(64) Fp8Line {
  static constexpr std::size_t kNumbers = 64;
  static constexpr std::size_t kRegisters = kNumbers / kRegisterLanes;  ///< that hold it as floats

  /// Stored value = true value × 2⁻¹¹²: a byte becomes a (tiny) float by a shift, without a conversion.
  static constexpr double kSmall = 0x1.0p-112;

  /// sums += factor · the numbers, each kSmall of what it is in a row whose power is 1; kRegisters sums.
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
class Fp8Scale {
 public:
  explicit Fp8Scale(std::span<const float> row) noexcept {
    std::uint32_t largest = 0;  // bits of numbers that are not negative have the order of the numbers
    for (const float value : row) {
      largest = std::max(largest, std::bit_cast<std::uint32_t>(value));
    }
    exponent_ = std::clamp(static_cast<std::int32_t>(largest >> kMantissaBits), 1, kInfinite);
  }

  /// Rounds Fp8Line::kNumbers numbers to bytes: to the nearest, of two the larger; what is smaller than any byte to
  /// the smallest, 2⁻¹⁴ of the row's power, so that 0 alone becomes 0; what is larger to the largest. Those beside the
  /// row's own may be anything.
  void set(const float* values, Fp8Line& line) const noexcept {
    for (std::size_t half = 0; half < 2; ++half) {
      SignedLanes packed = {};
      for (int j = 0; j < 4; ++j) {
        pack(values + (4 * half + static_cast<std::size_t>(j)) * kRegisterLanes, j, packed);
      }
      std::memcpy(line.words.data() + half * kRegisterLanes, &packed, sizeof(packed));
    }
  }

  /// The power of two at or below the row's largest number: 2⁻¹²⁶ for a row of zeros, infinite for one that is not
  /// finite.
  [[nodiscard]] float power() const noexcept { return std::bit_cast<float>(exponent_ << kMantissaBits); }

 private:
  using SignedLanes = std::int32_t __attribute__((vector_size(32)));

  static constexpr std::int32_t kMantissaBits = 23;  // of a float
  static constexpr std::int32_t kInfinite = 255;     // the exponent of infinity
  static constexpr std::int32_t kTop = 15;           // the largest exponent of a byte

  /// Puts the bytes of eight numbers into place j of eight words. (Not returned: where AVX is not enabled, a vector
  /// cannot be.)
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
