#include "columnar/core/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "columnar/error.hpp"

namespace columnar {

bool all_finite(std::span<const float> numbers) noexcept {
  constexpr std::uint32_t kMagnitude = 0x7FFF'FFFF;
  constexpr std::uint32_t kInfinity = 0x7F80'0000;  // NaN is above
  std::uint32_t largest = 0;
  for (const float number : numbers) {
    largest = std::max(largest, std::bit_cast<std::uint32_t>(number) & kMagnitude);
  }
  return largest < kInfinity;
}

void refuse_as_not_finite(std::string_view stage, std::string_view what) {
  throw Error(ErrorCode::kConfig, fmt::format("{}: {} is not finite", stage, what));
}

}  // namespace columnar
