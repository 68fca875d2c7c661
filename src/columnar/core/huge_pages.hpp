#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace columnar {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21U;

/// Asks the system to back this memory, not yet written to, with huge pages. Random access to hundreds of megabytes
/// otherwise spends much of its time on TLB misses. Only a hint: without huge pages nothing changes.
inline void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t skipped = (kHugePage - address % kHugePage) % kHugePage;
  if (bytes >= skipped + kHugePage) {
    (void)::madvise(static_cast<std::byte*>(memory) + skipped, (bytes - skipped) / kHugePage * kHugePage,
                    MADV_HUGEPAGE);
  }
#endif
}

}  // namespace columnar
