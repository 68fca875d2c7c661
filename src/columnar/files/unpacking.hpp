#pragma once

#include <cstdint>

namespace columnar {

/// So much may come out of a packed file, however small it is.
inline constexpr std::uint64_t kFreelyUnpacked = std::uint64_t{1} << 26;  // 64 MiB

/// Beyond that, so many times the bytes of the file. Graphs, codes and vectors pack to a tenth or a fiftieth; deflate
/// could reach a thousandth, which is how a small file asks for all the memory of a machine.
inline constexpr std::uint64_t kLargestUnpackedRatio = 100;

/// Whether so many bytes out of so few are a bomb.
[[nodiscard]] constexpr bool unpacks_too_far(std::uint64_t packed, std::uint64_t unpacked) noexcept {
  return unpacked > kFreelyUnpacked && unpacked / kLargestUnpackedRatio > packed;
}

}  // namespace columnar
