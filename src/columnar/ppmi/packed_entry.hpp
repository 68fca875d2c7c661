#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "columnar/files/little_endian.hpp"
#include "columnar/graph.hpp"

/// An entry of a row of the PPMI matrix in about three bytes:
///
///   step   2 bytes: the column minus that of the entry before (the first: the column); 65,535: 4 bytes follow with it
///   count  1 byte: how often the pair met, from which PairScores computes the value; 0: 4 bytes follow, the value
///
/// Nearly every entry of a large graph whose neighbours are close together is of three bytes. Little-endian.

namespace columnar::packed {

inline constexpr std::uint16_t kWideStep = 0xFFFF;
inline constexpr std::size_t kMostBytes = 11;  ///< of an entry
inline constexpr std::size_t kLeastBytes = 3;

template <Number T>
std::byte* put(std::byte* out, T number) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(out, &number, sizeof(T));
  } else {
    const auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(number);
    std::reverse_copy(raw.begin(), raw.end(), out);
  }
  return out + sizeof(T);
}

inline std::byte* put_step(std::byte* out, NodeIndex step) noexcept {
  if (step < kWideStep) [[likely]] {
    return put(out, static_cast<std::uint16_t>(step));
  }
  return put(put(out, kWideStep), step);
}
/// A count from 1 to 255.
inline std::byte* put_count(std::byte* out, std::uint64_t count) noexcept {
  return put(out, static_cast<std::uint8_t>(count));
}
inline std::byte* put_value(std::byte* out, float value) noexcept { return put(put(out, std::uint8_t{0}), value); }

/// Reads the entries of a row, front to back, and trusts them.
class Reader {
 public:
  explicit Reader(const std::byte* at) noexcept : at_(at) {}

  /// The next entry: its column, and how often the pair met; if that is 0, its value.
  void next(NodeIndex& column, std::uint8_t& count, float& value) noexcept {
    NodeIndex step = load_little_endian<std::uint16_t>(at_);
    at_ += 2;
    if (step == kWideStep) [[unlikely]] {
      step = load_little_endian<NodeIndex>(at_);
      at_ += 4;
    }
    column_ += step;
    column = column_;
    count = static_cast<std::uint8_t>(*at_++);
    if (count == 0) [[unlikely]] {
      value = load_little_endian<float>(at_);
      at_ += 4;
    }
  }
  /// Where the next entry begins.
  [[nodiscard]] const std::byte* at() const noexcept { return at_; }
  /// Starts the next row, whose entries follow.
  void next_row() noexcept { column_ = 0; }

 private:
  const std::byte* at_;
  NodeIndex column_ = 0;
};

}  // namespace columnar::packed
