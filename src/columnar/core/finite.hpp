#pragma once

#include <span>
#include <string_view>

namespace columnar {

/// True if every number is finite.
///
/// One vectorised pass over the bits, cheap enough for a stage to check its whole result. It does not compare floats,
/// because a compiler that may ignore NaN can drop such comparisons.
[[nodiscard]] bool all_finite(std::span<const float> numbers) noexcept;

/// Throws Error(kConfig) "stage: what is not finite": this graph with these constants overflows floats.
[[noreturn]] void refuse_as_not_finite(std::string_view stage, std::string_view what);

/// Calls refuse_as_not_finite unless every number is finite. docs/decisions/0024-numerical-safety.md lists the checks.
inline void require_finite(std::span<const float> numbers, std::string_view stage, std::string_view what) {
  if (!all_finite(numbers)) [[unlikely]] {
    refuse_as_not_finite(stage, what);
  }
}

}  // namespace columnar
