#pragma once

#include <cstdint>

#include "columnar/core/random.hpp"

namespace columnar::cuda {

/// Numbers that draw_distinct can draw at most.
inline constexpr std::uint32_t kMostDistinct = 256;

/// Draws `count` distinct numbers below `bound`, a function of the key only: the first steps of a Fisher–Yates shuffle,
/// as IndexPool draws them (cortex/l4_encoder.cpp), but without the pool. Step i swaps place i with a later one and
/// never looks at place i again, so it is enough to know what the steps have put at later places.
template <class Out>
COLUMNAR_HOST_DEVICE void draw_distinct(const KeyedRandom& random, std::uint64_t key, std::uint32_t bound,
                                        std::uint32_t count, const Out& out) {
  std::uint16_t places[kMostDistinct];  // NOLINT(modernize-avoid-c-arrays): for kernels
  std::uint16_t put[kMostDistinct];     // NOLINT(modernize-avoid-c-arrays): at that place, by step i
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto other = static_cast<std::uint16_t>(i + random.below(bound - i, key, i));
    auto here = static_cast<std::uint16_t>(i);
    std::uint16_t there = other;
    for (std::uint32_t step = 0; step < i; ++step) {
      here = places[step] == i ? put[step] : here;
      there = places[step] == other ? put[step] : there;
    }
    places[i] = other;
    put[i] = here;
    out(i, there);
  }
}

}  // namespace columnar::cuda
