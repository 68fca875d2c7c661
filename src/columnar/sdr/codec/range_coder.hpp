#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace columnar {

/// Probability of a one, in units of 1 / 65536: 1 … 65535.
using BitChance = std::uint32_t;

/// Binary arithmetic coding with 32-bit ranges: a bit of probability p costs −log2 p bits, plus at most five bytes per
/// stream. The low end of the range is kept in 64 bits, so that a carry can propagate into bytes already written.
class RangeEncoder {
 public:
  void encode(bool bit, BitChance chance) {
    const std::uint32_t split = (range_ >> 16U) * chance;
    if (bit) {
      range_ = split;
    } else {
      low_ += split;
      range_ -= split;
    }
    carry();
    while (range_ < (1U << 24U)) {
      bytes_.push_back(static_cast<std::uint8_t>(low_ >> 24U));
      low_ = (low_ << 8U) & 0xFFFFFFFFU;
      range_ <<= 8U;
    }
  }

  /// Ends the stream. Four bytes identify a point inside the last range; trailing zeros are not written.
  [[nodiscard]] std::vector<std::uint8_t> finish() {
    low_ += range_ - 1;  // the largest point: its last bytes may become zeros and stay inside
    low_ &= ~std::uint64_t{0xFFFFFF};
    carry();
    bytes_.push_back(static_cast<std::uint8_t>(low_ >> 24U));
    while (!bytes_.empty() && bytes_.back() == 0) {
      bytes_.pop_back();
    }
    return std::move(bytes_);
  }

 private:
  void carry() {
    if ((low_ >> 32U) == 0) {
      return;
    }
    low_ &= 0xFFFFFFFFU;
    for (std::size_t i = bytes_.size(); i-- > 0 && ++bytes_[i] == 0;) {
    }
  }

  std::uint64_t low_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFU;
  std::vector<std::uint8_t> bytes_;
};

/// Reads what RangeEncoder wrote, given the same probabilities in the same order. Bytes past the end are zeros.
class RangeDecoder {
 public:
  explicit RangeDecoder(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) {
      point_ = (point_ << 8U) | next();
    }
  }

  [[nodiscard]] bool decode(BitChance chance) {
    const std::uint32_t split = (range_ >> 16U) * chance;
    const bool bit = point_ < split;
    if (bit) {
      range_ = split;
    } else {
      point_ -= split;
      range_ -= split;
    }
    while (range_ < (1U << 24U)) {
      point_ = (point_ << 8U) | next();
      range_ <<= 8U;
    }
    return bit;
  }

 private:
  std::uint32_t next() { return place_ < bytes_.size() ? bytes_[place_++] : 0; }

  std::span<const std::uint8_t> bytes_;
  std::size_t place_ = 0;
  std::uint32_t point_ = 0;
  std::uint32_t range_ = 0xFFFFFFFFU;
};

}  // namespace columnar
