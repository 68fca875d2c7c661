#include "columnar/search/overlap_kernels.hpp"

#include <algorithm>
#include <bit>

#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

using Overlaps = std::array<std::uint32_t, kGroupRows>;

std::uint32_t overlaps_portable(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                                Overlaps& overlaps) {
  overlaps.fill(0);
  for (const QueryWord& word : query) {
    const std::uint64_t* rows = group + word.index * stride;
    for (std::size_t r = 0; r < kGroupRows; ++r) {
      overlaps[r] += static_cast<std::uint32_t>(std::popcount(rows[r] & word.mask));
    }
  }
  return *std::max_element(overlaps.begin(), overlaps.end());
}

#if defined(__x86_64__)

__attribute__((target("popcnt"))) std::uint32_t overlaps_popcnt(const std::uint64_t* group, std::size_t stride,
                                                                std::span<const QueryWord> query, Overlaps& overlaps) {
  std::uint32_t best = 0;
  constexpr std::size_t kTogether = 4;  // counts that stay in registers
  for (std::size_t r = 0; r < kGroupRows; r += kTogether) {
    std::array<std::uint64_t, kTogether> counts{};
    for (const QueryWord& word : query) {
      const std::uint64_t* rows = group + word.index * stride + r;
      for (std::size_t i = 0; i < kTogether; ++i) {
        counts[i] += static_cast<std::uint64_t>(_mm_popcnt_u64(rows[i] & word.mask));
      }
    }
    for (std::size_t i = 0; i < kTogether; ++i) {
      overlaps[r + i] = static_cast<std::uint32_t>(counts[i]);
      best = std::max(best, overlaps[r + i]);
    }
  }
  return best;
}

/// AVX2 has no instruction that counts bits: the counts of half bytes are looked up, sixteen at once, and summed.
__attribute__((target("avx2"))) std::uint32_t overlaps_avx2(const std::uint64_t* group, std::size_t stride,
                                                            std::span<const QueryWord> query, Overlaps& overlaps) {
  constexpr std::size_t kLanes = 4;
  constexpr std::size_t kTogether = 8;
  const __m256i counts_of_nibbles = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                                     0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low_nibbles = _mm256_set1_epi8(15);
  const __m256i zero = _mm256_setzero_si256();
  std::uint32_t best = 0;
  for (std::size_t r = 0; r < kGroupRows; r += kLanes * kTogether) {
    __m256i counts[kTogether] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
    for (const QueryWord& word : query) {
      const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(word.mask));
      const auto* rows = reinterpret_cast<const __m256i*>(group + word.index * stride + r);
      for (std::size_t i = 0; i < kTogether; ++i) {
        const __m256i shared = _mm256_and_si256(_mm256_loadu_si256(rows + i), mask);
        const __m256i low = _mm256_shuffle_epi8(counts_of_nibbles, _mm256_and_si256(shared, low_nibbles));
        const __m256i high =
            _mm256_shuffle_epi8(counts_of_nibbles, _mm256_and_si256(_mm256_srli_epi64(shared, 4), low_nibbles));
        counts[i] = _mm256_add_epi64(counts[i], _mm256_sad_epu8(_mm256_add_epi8(low, high), zero));
      }
    }
    for (std::size_t i = 0; i < kTogether; ++i) {
      alignas(32) std::array<std::uint64_t, kLanes> lanes{};
      _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data()), counts[i]);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        overlaps[r + i * kLanes + lane] = static_cast<std::uint32_t>(lanes[lane]);
        best = std::max(best, overlaps[r + i * kLanes + lane]);
      }
    }
  }
  return best;
}

__attribute__((target("avx512f,avx512vpopcntdq"))) std::uint32_t overlaps_avx512(const std::uint64_t* group,
                                                                                 std::size_t stride,
                                                                                 std::span<const QueryWord> query,
                                                                                 Overlaps& overlaps) {
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kTogether = kGroupRows / kLanes;
  __m512i counts[kTogether] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  for (const QueryWord& word : query) {
    const __m512i mask = _mm512_set1_epi64(static_cast<long long>(word.mask));
    const std::uint64_t* rows = group + word.index * stride;
    for (std::size_t i = 0; i < kTogether; ++i) {
      const __m512i shared = _mm512_and_si512(_mm512_loadu_si512(rows + i * kLanes), mask);
      counts[i] = _mm512_add_epi64(counts[i], _mm512_popcnt_epi64(shared));
    }
  }
  __m512i best = counts[0];
  for (std::size_t i = 0; i < kTogether; ++i) {
    best = _mm512_max_epu64(best, counts[i]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(overlaps.data() + i * kLanes), _mm512_cvtepi64_epi32(counts[i]));
  }
  return static_cast<std::uint32_t>(_mm512_reduce_max_epu64(best));
}

#endif

}  // namespace

OverlapKernel overlap_kernel(Simd simd) noexcept {
#if defined(__x86_64__)
  switch (simd) {
    case Simd::kPopcnt:
      return overlaps_popcnt;
    case Simd::kAvx2:
      return overlaps_avx2;
    case Simd::kAvx512:
      return overlaps_avx512;
    case Simd::kPortable:
      break;
  }
#endif
  (void)simd;
  return overlaps_portable;
}

}  // namespace columnar
