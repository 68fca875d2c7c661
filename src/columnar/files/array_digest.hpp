#pragma once

#include <fmt/format.h>

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // header-only: nothing to link
#endif
#include <xxhash.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "columnar/files/little_endian.hpp"

namespace columnar {

/// XXH3 of 128 bits over arrays of little-endian numbers.
class ArrayDigest {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): the reset sets all of it
  ArrayDigest() noexcept { XXH3_128bits_reset(&state_); }

  /// The length comes first, so that "ab", "c" and "a", "bc" differ.
  template <class Array>
  void add(const Array& values) {
    const std::uint64_t length = values.size();
    update(std::span(&length, 1));
    update(std::span(values.data(), values.size()));
  }

  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  template <Number T>
  void update(std::span<const T> values) {
    if constexpr (std::endian::native == std::endian::little) {
      XXH3_128bits_update(&state_, values.data(), values.size_bytes());
    } else {
      const std::vector<std::byte> bytes = to_little_endian(values);
      XXH3_128bits_update(&state_, bytes.data(), bytes.size());
    }
  }

  XXH3_state_t state_;
};

}  // namespace columnar
