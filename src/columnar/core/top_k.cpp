#include "columnar/core/top_k.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

constexpr float kLowest = -std::numeric_limits<float>::infinity();

using Few = std::array<float, kRankedAtOnce>;

/// Of two equal scores the earlier is better, so earlier ones count when they are at least as large, later ones when
/// they are larger.
void rank_portable(const float* scores, std::size_t count, std::size_t k, std::uint32_t* order) {
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t better = 0;
    for (std::size_t j = 0; j < i; ++j) {
      better += scores[j] >= scores[i] ? 1U : 0U;
    }
    for (std::size_t j = i + 1; j < count; ++j) {
      better += scores[j] > scores[i] ? 1U : 0U;
    }
    if (better < k) {
      order[better] = static_cast<std::uint32_t>(i);
    }
  }
}

#if defined(__x86_64__)

__attribute__((target("avx2,popcnt"))) void rank_avx2(const float* scores, std::size_t count, std::size_t k,
                                                      std::uint32_t* order) {
  constexpr std::size_t kLanes = 8;
  const std::size_t vectors = (count + kLanes - 1) / kLanes;
  for (std::size_t i = 0; i < count; ++i) {
    const __m256 own = _mm256_set1_ps(scores[i]);
    const std::size_t home = i / kLanes;
    unsigned better = 0;
    for (std::size_t v = 0; v < home; ++v) {
      const __m256 others = _mm256_loadu_ps(scores + v * kLanes);
      better += _mm_popcnt_u32(static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(others, own, _CMP_GE_OQ))));
    }
    const __m256 near = _mm256_loadu_ps(scores + home * kLanes);
    const unsigned before = (1U << (i % kLanes)) - 1U;
    better +=
        _mm_popcnt_u32(static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(near, own, _CMP_GT_OQ))) |
                       (static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(near, own, _CMP_EQ_OQ))) & before));
    for (std::size_t v = home + 1; v < vectors; ++v) {
      const __m256 others = _mm256_loadu_ps(scores + v * kLanes);
      better += _mm_popcnt_u32(static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(others, own, _CMP_GT_OQ))));
    }
    if (better < k) {
      order[better] = static_cast<std::uint32_t>(i);
    }
  }
}

__attribute__((target("avx512f,popcnt"))) void rank_avx512(const float* scores, std::size_t count, std::size_t k,
                                                           std::uint32_t* order) {
  constexpr std::size_t kLanes = 16;
  const std::size_t vectors = (count + kLanes - 1) / kLanes;
  for (std::size_t i = 0; i < count; ++i) {
    const __m512 own = _mm512_set1_ps(scores[i]);
    const std::size_t home = i / kLanes;
    unsigned better = 0;
    for (std::size_t v = 0; v < home; ++v) {
      better += _mm_popcnt_u32(_mm512_cmp_ps_mask(_mm512_loadu_ps(scores + v * kLanes), own, _CMP_GE_OQ));
    }
    const __m512 near = _mm512_loadu_ps(scores + home * kLanes);
    const unsigned before = (1U << (i % kLanes)) - 1U;
    better += _mm_popcnt_u32(_mm512_cmp_ps_mask(near, own, _CMP_GT_OQ) |
                             (_mm512_cmp_ps_mask(near, own, _CMP_EQ_OQ) & before));
    for (std::size_t v = home + 1; v < vectors; ++v) {
      better += _mm_popcnt_u32(_mm512_cmp_ps_mask(_mm512_loadu_ps(scores + v * kLanes), own, _CMP_GT_OQ));
    }
    if (better < k) {
      order[better] = static_cast<std::uint32_t>(i);
    }
  }
}

#endif

/// Ranks at most kRankedAtOnce scores, padded.
void rank(const Few& scores, std::size_t count, std::size_t k, std::uint32_t* order) {
  static const RankKernel kernel = rank_kernel(best_simd());
  kernel(scores.data(), count, k, order);
}

/// A score that at least k reach: the scores are dealt to as many groups as are ranked at once, and the best k of
/// their best ones reach the least of these.
float reached_by_k(std::span<const float> scores, std::size_t k) {
  Few best;
  best.fill(kLowest);
  std::size_t i = 0;
  for (; i + best.size() <= scores.size(); i += best.size()) {
    for (std::size_t group = 0; group < best.size(); ++group) {
      best[group] = scores[i + group] > best[group] ? scores[i + group] : best[group];
    }
  }
  for (std::size_t group = 0; i + group < scores.size(); ++group) {
    best[group] = std::max(best[group], scores[i + group]);
  }
  std::array<std::uint32_t, kRankedAtOnce> order{};
  rank(best, best.size(), k, order.data());
  return best[order[k - 1]];
}

/// Leaves the best k of these indices, best first.
void sort_best(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& indices) {
  const auto better = [scores](std::uint32_t a, std::uint32_t b) {
    return scores[a] > scores[b] || (scores[a] == scores[b] && a < b);
  };
  const auto middle = indices.begin() + static_cast<std::ptrdiff_t>(k);
  if (middle != indices.end()) {
    std::nth_element(indices.begin(), middle, indices.end(), better);
  }
  indices.resize(k);
  std::sort(indices.begin(), indices.end(), better);
}

}  // namespace

RankKernel rank_kernel(Simd simd) noexcept {
#if defined(__x86_64__)
  if (simd == Simd::kAvx512) {
    return rank_avx512;
  }
  if (simd == Simd::kAvx2) {
    return rank_avx2;
  }
#endif
  (void)simd;
  return rank_portable;
}

void top_k(std::span<const float> scores, std::size_t k, std::vector<std::uint32_t>& order) {
  k = std::min(k, scores.size());
  if (scores.size() <= kRankedAtOnce) {
    Few padded;
    padded.fill(kLowest);
    std::copy(scores.begin(), scores.end(), padded.begin());
    order.assign(k, 0);
    rank(padded, scores.size(), k, order.data());
    return;
  }
  order.resize(scores.size());
  if (k == 0 || k > kRankedAtOnce) {
    std::iota(order.begin(), order.end(), 0U);
    sort_best(scores, k, order);
    return;
  }
  const float least = reached_by_k(scores, k);
  std::size_t held = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    order[held] = static_cast<std::uint32_t>(i);
    held += scores[i] >= least ? 1U : 0U;
  }
  order.resize(held);
  if (held > kRankedAtOnce) {  // many that are equal
    sort_best(scores, k, order);
    return;
  }
  Few few;
  few.fill(kLowest);
  for (std::size_t i = 0; i < held; ++i) {
    few[i] = scores[order[i]];
  }
  std::array<std::uint32_t, kRankedAtOnce> ranked{};
  rank(few, held, k, ranked.data());
  std::array<std::uint32_t, kRankedAtOnce> chosen{};
  std::transform(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(k), chosen.begin(),
                 [&](std::uint32_t place) { return order[place]; });
  order.assign(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(k));
}

}  // namespace columnar
