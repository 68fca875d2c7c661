#pragma once

#include <cstdint>

namespace columnar {

/// A compressed file may always unpack to this many bytes, however small it is.
inline constexpr std::uint64_t kMaxUnpackedBytes = std::uint64_t{1} << 26;  // 64 MiB

/// Above kMaxUnpackedBytes: the largest ratio of unpacked to packed bytes. Graphs, codes and vectors compress 10 to 50
/// times. Deflate can reach 1000 times, so that a small file could exhaust the memory of a machine.
inline constexpr std::uint64_t kMaxUnpackedRatio = 100;

/// True if the sizes suggest a decompression bomb.
[[nodiscard]] constexpr bool unpacks_too_far(std::uint64_t packed, std::uint64_t unpacked) noexcept {
  return unpacked > kMaxUnpackedBytes && unpacked / kMaxUnpackedRatio > packed;
}

}  // namespace columnar
