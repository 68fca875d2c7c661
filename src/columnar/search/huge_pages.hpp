#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace columnar {

/// Allocates large arrays so that the system may back them with huge pages: a query jumps about in hundreds of
/// megabytes, and with pages of 4 KiB much of its time would go into finding them. Where there are none, nothing
/// changes.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  explicit HugePageAllocator(const HugePageAllocator<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T) - kPage) {
      throw std::bad_array_new_length();
    }
    const std::size_t alignment = count * sizeof(T) < kPage ? kLine : kPage;
    const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, bytes == 0 ? alignment : bytes);
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
#if defined(__linux__)
    if (alignment == kPage) {
      (void)::madvise(memory, bytes, MADV_HUGEPAGE);  // a wish; it may fail
    }
#endif
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t /*count*/) noexcept { std::free(memory); }

  bool operator==(const HugePageAllocator&) const = default;

 private:
  static constexpr std::size_t kPage = std::size_t{1} << 21U;
  static constexpr std::size_t kLine = 64;
};

template <class T>
using HugeVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace columnar
