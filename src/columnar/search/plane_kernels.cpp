#include "columnar/search/plane_kernels.hpp"

#include <cstring>

namespace columnar {
namespace {

// One body for every instruction set: it works on vectors of any width, and is inlined into a function for each set.
// Vectors go by reference, for the way they are passed by value depends on the set.
#define COLUMNAR_INLINE __attribute__((always_inline)) inline

template <class V>
COLUMNAR_INLINE void load(V& value, const std::uint64_t* from) {
  std::memcpy(&value, from, sizeof(V));
}

template <class V>
COLUMNAR_INLINE void store(std::uint64_t* to, const V& value) {
  std::memcpy(to, &value, sizeof(V));
}

/// Adds two bits to a counter bit, in every lane; carry gets what is worth twice as much.
template <class V>
COLUMNAR_INLINE void add(V& sum, V& carry, const V& a, const V& b) {
  const V either = a ^ b;
  carry = (a & b) | (either & sum);
  sum ^= either;
}

/// The same with two bits of two bitmaps.
template <class V>
COLUMNAR_INLINE void add_pair(V& sum, V& carry, const std::uint64_t* const* bitmaps, std::size_t word) {
  V a;
  V b;
  load(a, bitmaps[0] + word);
  load(b, bitmaps[1] + word);
  add(sum, carry, a, b);
}

/// Eight bitmaps onto planes 0 to 2; carry gets what belongs to plane 3.
template <class V>
COLUMNAR_INLINE void add_eight(V& ones, V& twos, V& fours, V& carry, const std::uint64_t* const* bitmaps,
                               std::size_t word) {
  V two_a;
  V two_b;
  V four_a;
  V four_b;
  add_pair(ones, two_a, bitmaps, word);
  add_pair(ones, two_b, bitmaps + 2, word);
  add(twos, four_a, two_a, two_b);
  add_pair(ones, two_a, bitmaps + 4, word);
  add_pair(ones, two_b, bitmaps + 6, word);
  add(twos, four_b, two_a, two_b);
  add(fours, carry, four_a, four_b);
}

/// The lanes' counters compared with `needed`, from the highest plane down: above it, or equal so far.
template <class V>
COLUMNAR_INLINE void compare(V& reached, const std::uint64_t* planes, std::uint32_t levels, std::uint32_t needed) {
  V above = {};
  V equal = ~above;
  for (std::uint32_t level = levels; level-- > 0;) {
    V plane;
    load(plane, planes + level * kLineWords);
    if (((needed >> level) & 1U) != 0) {
      equal &= plane;
    } else {
      above |= equal & plane;
      equal &= ~plane;
    }
  }
  reached = above | equal;
}

template <class V>
COLUMNAR_INLINE void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last) {
  constexpr std::size_t kVectorWords = sizeof(V) / 8;  // of 64 bits
  const bool possible = sum.needed >> sum.levels == 0;
  for (std::size_t line = first; line < last; ++line) {
    for (std::size_t word = 0; word < kLineWords; word += kVectorWords) {
      std::uint64_t* planes = sum.planes + line * sum.levels * kLineWords + word;
      V ones;
      V twos;
      V fours;
      load(ones, planes);
      load(twos, planes + kLineWords);
      load(fours, planes + 2 * kLineWords);
      for (std::size_t i = 0; i < sum.bitmaps.size(); i += kBitmapsTogether) {
        V carry;
        add_eight(ones, twos, fours, carry, sum.bitmaps.data() + i, line * kLineWords + word);
        for (std::uint32_t level = kLeastPlanes; level < sum.levels; ++level) {
          V plane;
          load(plane, planes + level * kLineWords);
          const V both = plane & carry;
          plane ^= carry;
          store(planes + level * kLineWords, plane);
          carry = both;
        }
      }
      store(planes, ones);
      store(planes + kLineWords, twos);
      store(planes + 2 * kLineWords, fours);
      V reached = {};
      if (possible) {
        compare(reached, planes, sum.levels, sum.needed);
      }
      store(sum.reached + line * kLineWords + word, reached);
    }
  }
}

void sum_portable(const PlaneSum& sum, std::size_t first, std::size_t last) {
  sum_planes<std::uint64_t>(sum, first, last);
}

#if defined(__x86_64__)

using Vector256 = std::uint64_t __attribute__((vector_size(32)));
using Vector512 = std::uint64_t __attribute__((vector_size(64)));

__attribute__((target("avx2"))) void sum_avx2(const PlaneSum& sum, std::size_t first, std::size_t last) {
  sum_planes<Vector256>(sum, first, last);
}

__attribute__((target("avx512f"))) void sum_avx512(const PlaneSum& sum, std::size_t first, std::size_t last) {
  sum_planes<Vector512>(sum, first, last);
}

#endif

}  // namespace

PlaneKernel plane_kernel(Simd simd) noexcept {
#if defined(__x86_64__)
  if (simd == Simd::kAvx512) {
    return sum_avx512;
  }
  if (simd == Simd::kAvx2) {
    return sum_avx2;
  }
#endif
  (void)simd;
  return sum_portable;
}

}  // namespace columnar
