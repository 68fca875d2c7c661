#pragma once

#include <cstddef>
#include <cstdint>

namespace columnar {

// Eight at a time, where the compiler splits what the processor has not: one AVX register.
using FloatLanes = float __attribute__((vector_size(32)));
using WordLanes = std::uint32_t __attribute__((vector_size(32)));
inline constexpr std::size_t kRegisterLanes = 8;

}  // namespace columnar
