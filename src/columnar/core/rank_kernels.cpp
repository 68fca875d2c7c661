#include "columnar/core/rank_kernels.hpp"

#include <bit>
#include <cstring>

#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

void rank_portable(const float* scores, std::size_t count, std::uint32_t* order) {
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t better = 0;
    for (std::size_t j = 0; j < i; ++j) {
      better += scores[j] >= scores[i] ? 1U : 0U;
    }
    for (std::size_t j = i + 1; j < count; ++j) {
      better += scores[j] > scores[i] ? 1U : 0U;
    }
    order[better] = static_cast<std::uint32_t>(i);
  }
}

std::size_t at_least_portable(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; ++i) {
    places[held] = static_cast<std::uint32_t>(i);
    held += scores[i] >= least ? 1U : 0U;
  }
  return held;
}

#if defined(__x86_64__)

// A tournament: scores lie in registers, every score meets all others, and for each is counted how many are better. Of
// two registers the scores of the earlier one also win where they are equal.

/// The scores of register kHome meet those of all kRegisters.
template <std::size_t kRegisters, std::size_t kHome>
__attribute__((target("avx2"), always_inline)) inline void meet_avx2(const float* scores, std::size_t count,
                                                                     const __m256* own, __m256i* better) {
  const __m256i lane = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
  for (std::size_t i = 0; i < 8 && kHome * 8 + i < count; ++i) {
    const __m256 one = _mm256_set1_ps(scores[kHome * 8 + i]);
    for (std::size_t r = 0; r < kHome; ++r) {
      better[r] = _mm256_sub_epi32(better[r], _mm256_castps_si256(_mm256_cmp_ps(one, own[r], _CMP_GT_OQ)));
    }
    const __m256 later = _mm256_castsi256_ps(_mm256_cmpgt_epi32(lane, _mm256_set1_epi32(static_cast<int>(i))));
    const __m256 wins = _mm256_or_ps(_mm256_cmp_ps(one, own[kHome], _CMP_GT_OQ),
                                     _mm256_and_ps(_mm256_cmp_ps(one, own[kHome], _CMP_EQ_OQ), later));
    better[kHome] = _mm256_sub_epi32(better[kHome], _mm256_castps_si256(wins));
    for (std::size_t r = kHome + 1; r < kRegisters; ++r) {
      better[r] = _mm256_sub_epi32(better[r], _mm256_castps_si256(_mm256_cmp_ps(one, own[r], _CMP_GE_OQ)));
    }
  }
  if constexpr (kHome + 1 < kRegisters) {
    meet_avx2<kRegisters, kHome + 1>(scores, count, own, better);
  }
}

template <std::size_t kRegisters>
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
__attribute__((target("avx2"))) void rank_in_avx2(const float* scores, std::size_t count, std::uint32_t* order) {
  __m256 own[kRegisters];               // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  __m256i better[kRegisters] = {};      // NOLINT(modernize-avoid-c-arrays)
  std::uint32_t ranks[kRegisters * 8];  // NOLINT(modernize-avoid-c-arrays)
  std::memcpy(own, scores, sizeof(own));
  meet_avx2<kRegisters, 0>(scores, count, own, better);
  std::memcpy(ranks, better, sizeof(ranks));
  for (std::size_t i = 0; i < count; ++i) {
    order[ranks[i]] = static_cast<std::uint32_t>(i);
  }
}

void rank_avx2(const float* scores, std::size_t count, std::uint32_t* order) {
  switch ((count + 15) / 16) {
    case 0:
    case 1:
      return rank_in_avx2<2>(scores, count, order);
    case 2:
      return rank_in_avx2<4>(scores, count, order);
    case 3:
      return rank_in_avx2<6>(scores, count, order);
    default:
      return rank_in_avx2<8>(scores, count, order);
  }
}

template <std::size_t kRegisters, std::size_t kHome>
__attribute__((target("avx512f"), always_inline)) inline void meet_avx512(const float* scores, std::size_t count,
                                                                          const __m512* own, __m512i* better) {
  const __m512i one_more = _mm512_set1_epi32(1);
  for (std::size_t i = 0; i < 16 && kHome * 16 + i < count; ++i) {
    const __m512 one = _mm512_set1_ps(scores[kHome * 16 + i]);
    for (std::size_t r = 0; r < kHome; ++r) {
      better[r] = _mm512_mask_add_epi32(better[r], _mm512_cmp_ps_mask(one, own[r], _CMP_GT_OQ), better[r], one_more);
    }
    const auto later = static_cast<__mmask16>(0xFFFEU << i);
    const auto wins = static_cast<__mmask16>(_mm512_cmp_ps_mask(one, own[kHome], _CMP_GT_OQ) |
                                             _mm512_mask_cmp_ps_mask(later, one, own[kHome], _CMP_EQ_OQ));
    better[kHome] = _mm512_mask_add_epi32(better[kHome], wins, better[kHome], one_more);
    for (std::size_t r = kHome + 1; r < kRegisters; ++r) {
      better[r] = _mm512_mask_add_epi32(better[r], _mm512_cmp_ps_mask(one, own[r], _CMP_GE_OQ), better[r], one_more);
    }
  }
  if constexpr (kHome + 1 < kRegisters) {
    meet_avx512<kRegisters, kHome + 1>(scores, count, own, better);
  }
}

template <std::size_t kRegisters>
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
__attribute__((target("avx512f"))) void rank_in_avx512(const float* scores, std::size_t count, std::uint32_t* order) {
  __m512 own[kRegisters];                // NOLINT(modernize-avoid-c-arrays)
  __m512i better[kRegisters] = {};       // NOLINT(modernize-avoid-c-arrays)
  std::uint32_t ranks[kRegisters * 16];  // NOLINT(modernize-avoid-c-arrays)
  std::memcpy(own, scores, sizeof(own));
  meet_avx512<kRegisters, 0>(scores, count, own, better);
  std::memcpy(ranks, better, sizeof(ranks));
  for (std::size_t i = 0; i < count; ++i) {
    order[ranks[i]] = static_cast<std::uint32_t>(i);
  }
}

void rank_avx512(const float* scores, std::size_t count, std::uint32_t* order) {
  switch ((count + 15) / 16) {
    case 0:
    case 1:
      return rank_in_avx512<1>(scores, count, order);
    case 2:
      return rank_in_avx512<2>(scores, count, order);
    case 3:
      return rank_in_avx512<3>(scores, count, order);
    default:
      return rank_in_avx512<4>(scores, count, order);
  }
}

__attribute__((target("avx2"))) std::size_t at_least_avx2(const float* scores, std::size_t count, float least,
                                                          std::uint32_t* places) {
  const __m256 bound = _mm256_set1_ps(least);
  std::size_t held = 0;
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    auto found =
        static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(scores + i), bound, _CMP_GE_OQ)));
    for (; found != 0; found &= found - 1) {
      places[held++] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(std::countr_zero(found));
    }
  }
  for (; i < count; ++i) {
    places[held] = static_cast<std::uint32_t>(i);
    held += scores[i] >= least ? 1U : 0U;
  }
  return held;
}

__attribute__((target("avx512f"))) std::size_t at_least_avx512(const float* scores, std::size_t count, float least,
                                                               std::uint32_t* places) {
  const __m512 bound = _mm512_set1_ps(least);
  __m512i names = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; i += 16) {
    const auto there = static_cast<__mmask16>(count - i >= 16 ? 0xFFFFU : (1U << (count - i)) - 1U);
    const __mmask16 found = _mm512_mask_cmp_ps_mask(there, _mm512_maskz_loadu_ps(there, scores + i), bound, _CMP_GE_OQ);
    _mm512_storeu_si512(places + held, _mm512_maskz_compress_epi32(found, names));
    held += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(found)));
    names = _mm512_add_epi32(names, _mm512_set1_epi32(16));
  }
  return held;
}

#endif

}  // namespace

RankKernels rank_kernels(Simd simd) noexcept {
#if defined(__x86_64__)
  if (simd == Simd::kAvx512) {
    return {rank_avx512, at_least_avx512};
  }
  if (simd == Simd::kAvx2) {
    return {rank_avx2, at_least_avx2};
  }
#endif
  (void)simd;
  return {rank_portable, at_least_portable};
}

const RankKernels& rank_kernels() {
  static const RankKernels best = rank_kernels(best_simd());
  return best;
}

}  // namespace columnar
