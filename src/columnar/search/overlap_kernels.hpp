#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace columnar {

/// Instruction sets that the kernels of search are written for; which of them to use is asked of the processor when the
/// program runs, never fixed when it is built.
enum class Simd {
  kPortable,  ///< plain C++; the twin that the others are tested against
  kPopcnt,    ///< the instruction that counts the bits of a word
  kAvx2,      ///< 256 bits at a time
  kAvx512,    ///< 512 bits at a time, with the instruction that counts bits of words (VPOPCNTDQ)
};

/// "portable", "popcnt", "avx2" or "avx512".
[[nodiscard]] std::string_view name_of(Simd simd) noexcept;

/// What this processor can run, best last; never empty.
[[nodiscard]] std::vector<Simd> available_simd();

/// One word of a query that has a bit set, and where it lies in a packed code.
struct QueryWord {
  std::uint32_t index;
  std::uint64_t mask;
};

/// Rows that a kernel counts at once.
inline constexpr std::size_t kGroupRows = 64;

/// Writes the overlap of each row of a group with the query, and returns the largest. Word w of row r of the group is
/// group[w * stride + r]: so the words of a query that are zero are never read from memory, and rows are counted side
/// by side without adding across a vector.
using OverlapKernel = std::uint32_t (*)(const std::uint64_t* group, std::size_t stride,
                                        std::span<const QueryWord> query,
                                        std::array<std::uint32_t, kGroupRows>& overlaps);

/// The kernel for an instruction set; it must be available.
[[nodiscard]] OverlapKernel overlap_kernel(Simd simd) noexcept;

}  // namespace columnar
