#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include "columnar/core/huge_pages.hpp"

namespace columnar {

/// Allocates large arrays so that the system may back them with huge pages: a query jumps about in hundreds of
/// megabytes, and with 4 KiB pages would spend much of its time on TLB misses. Without huge pages nothing changes.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  explicit HugePageAllocator(const HugePageAllocator<U>& /*other*/) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T) - kHugePage) {
      throw std::bad_array_new_length();
    }
    const std::size_t alignment = count * sizeof(T) < kHugePage ? kLine : kHugePage;
    const std::size_t bytes = (count * sizeof(T) + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, bytes == 0 ? alignment : bytes);
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    prefer_huge_pages(memory, bytes);
    return static_cast<T*>(memory);
  }

  void deallocate(T* memory, std::size_t /*count*/) noexcept { std::free(memory); }

  bool operator==(const HugePageAllocator&) const = default;

 private:
  static constexpr std::size_t kLine = 64;
};

template <class T>
using HugeVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace columnar
