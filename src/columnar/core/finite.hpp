#pragma once

#include <span>
#include <string_view>

namespace columnar {

/// Whether all numbers are finite: neither infinite nor no number at all.
///
/// One pass over the bits, many numbers an instruction, so that a stage can afford to ask of all that it has made. It
/// does not compare floats, for a compiler that is told to forget about NaN may leave such comparisons out.
[[nodiscard]] bool all_finite(std::span<const float> numbers) noexcept;

/// Throws Error(kConfig) "stage: what is not finite": the graph and the constants lead out of the floats together.
[[noreturn]] void refuse_as_not_finite(std::string_view stage, std::string_view what);

/// Throws that unless all numbers are finite. docs/decisions/0024-numerical-safety.md says who asks for what, and when.
inline void require_finite(std::span<const float> numbers, std::string_view stage, std::string_view what) {
  if (!all_finite(numbers)) [[unlikely]] {
    refuse_as_not_finite(stage, what);
  }
}

}  // namespace columnar
