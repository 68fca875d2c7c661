#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "columnar/files/little_endian.hpp"

namespace columnar {

/// Packs numbers of a few bits each: bit i of the stream is bit i % 8 of byte i / 8, and numbers start
/// with their lowest bit.
class BitWriter {
 public:
  /// Appends the low `count` bits of a number; at most 32, and all higher bits must be 0.
  void write(std::uint64_t number, unsigned count) {
    pending_ |= number << filled_;
    filled_ += count;
    while (filled_ >= 8) {
      bytes_.push_back(static_cast<std::byte>(pending_ & 0xFFU));
      pending_ >>= 8U;
      filled_ -= 8;
    }
  }

  /// The bytes, the last one padded with zeros.
  [[nodiscard]] std::vector<std::byte> finish() {
    if (filled_ > 0) {
      bytes_.push_back(static_cast<std::byte>(pending_));
    }
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

/// The number of `count` bits, at most 32, at bit `at` of a stream; zeros follow the end.
[[nodiscard]] inline std::uint64_t read_bits(std::span<const std::byte> bytes, std::uint64_t at,
                                             unsigned count) noexcept {
  const std::size_t byte = static_cast<std::size_t>(at / 8);
  std::uint64_t word = 0;
  if (bytes.size() >= 8 && byte <= bytes.size() - 8) {
    word = load_little_endian<std::uint64_t>(bytes.data() + byte);
  } else {
    for (std::size_t i = 0; i < 8 && byte + i < bytes.size(); ++i) {
      word |= std::to_integer<std::uint64_t>(bytes[byte + i]) << (8 * i);
    }
  }
  return (word >> (at % 8)) & ((std::uint64_t{1} << count) - 1);
}

}  // namespace columnar
