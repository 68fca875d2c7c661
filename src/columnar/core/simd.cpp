#include "columnar/core/simd.hpp"

#include <array>

namespace columnar {

std::string_view name_of(Simd simd) noexcept {
  constexpr std::array<std::string_view, 4> kNames = {"portable", "popcnt", "avx2", "avx512"};
  return kNames[static_cast<std::size_t>(simd)];
}

std::vector<Simd> available_simd() {
  std::vector<Simd> sets{Simd::kPortable};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("popcnt")) {
    sets.push_back(Simd::kPopcnt);
  }
  if (__builtin_cpu_supports("avx2")) {
    sets.push_back(Simd::kAvx2);
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni") &&
      __builtin_cpu_supports("avx512vpopcntdq")) {
    sets.push_back(Simd::kAvx512);
  }
#endif
  return sets;
}

Simd best_simd() {
  static const Simd best = available_simd().back();
  return best;
}

}  // namespace columnar
