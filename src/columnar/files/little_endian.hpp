#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace columnar {

/// Numbers with a byte order; every file of the program stores them little-endian.
template <typename T>
concept Number = std::integral<T> || std::floating_point<T>;

/// The first sizeof(T) bytes as a little-endian number. The caller has checked the size.
template <Number T>
[[nodiscard]] T load_little_endian(const std::byte* bytes) noexcept {
  std::array<std::byte, sizeof(T)> raw{};
  std::memcpy(raw.data(), bytes, sizeof(T));
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) {
      std::swap(raw[i], raw[sizeof(T) - 1 - i]);
    }
  }
  return std::bit_cast<T>(raw);
}

/// Appends bytes. (Not vector::insert: GCC 12 warns about an overread that does not exist.)
inline void append_bytes(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  const std::size_t end = out.size();
  out.resize(end + bytes.size());
  if (!bytes.empty()) {
    std::memcpy(out.data() + end, bytes.data(), bytes.size());
  }
}

/// Appends a number, little-endian.
template <Number T>
void append_little_endian(std::vector<std::byte>& out, T value) {
  auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  if constexpr (std::endian::native == std::endian::big) {
    for (std::size_t i = 0; i < sizeof(T) / 2; ++i) {
      std::swap(raw[i], raw[sizeof(T) - 1 - i]);
    }
  }
  append_bytes(out, raw);
}

/// An array as little-endian bytes, one item after the other.
template <Number T>
[[nodiscard]] std::vector<std::byte> to_little_endian(std::span<const T> values) {
  std::vector<std::byte> out;
  if constexpr (std::endian::native == std::endian::little) {
    const auto raw = std::as_bytes(values);
    out.assign(raw.begin(), raw.end());
  } else {
    out.reserve(values.size_bytes());
    for (const T value : values) {
      append_little_endian(out, value);
    }
  }
  return out;
}

/// The inverse of to_little_endian; bytes past the last whole item are ignored.
template <Number T>
[[nodiscard]] std::vector<T> from_little_endian(std::span<const std::byte> bytes) {
  static_assert(!std::is_same_v<T, bool>, "a stored byte other than 0 or 1 is no bool");
  std::vector<T> out(bytes.size() / sizeof(T));
  if constexpr (std::endian::native == std::endian::little) {
    if (!out.empty()) {
      std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
    }
  } else {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = load_little_endian<T>(bytes.data() + i * sizeof(T));
    }
  }
  return out;
}

/// The bytes of a text, as the writers take them.
[[nodiscard]] inline std::span<const std::byte> bytes_of(std::string_view text) noexcept {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

}  // namespace columnar
