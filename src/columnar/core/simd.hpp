#pragma once

#include <string_view>
#include <vector>

namespace columnar {

/// Instruction sets that kernels are written for; which of them to use is asked of the processor when the program runs,
/// never fixed when it is built. All kernels of a task give the same bits.
enum class Simd {
  kPortable,  ///< plain C++; the twin that the others are tested against
  kPopcnt,    ///< the instruction that counts the bits of a word
  kAvx2,      ///< 256 bits at a time
  kAvx512,    ///< 512 bits at a time, with short numbers (BW), their dot products (VNNI), and bit counts (VPOPCNTDQ)
};

/// "portable", "popcnt", "avx2" or "avx512".
[[nodiscard]] std::string_view name_of(Simd simd) noexcept;

/// What this processor can run, best last; never empty.
[[nodiscard]] std::vector<Simd> available_simd();

/// The last of them, asked once.
[[nodiscard]] Simd best_simd();

}  // namespace columnar
