#include "columnar/kernels/overlaps.hpp"

#include <algorithm>
#include <bit>

#define HWY_TARGET_INCLUDE "columnar/kernels/overlaps.cpp"
#include "columnar/kernels/highway.hpp"

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, const QueryWord* query, std::size_t words,
                             std::uint32_t* overlaps) {
  return plain::count_overlaps(group, stride, {query, words}, overlaps);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using WordTag = hn::CappedTag<std::uint64_t, 8>;
using Words = hn::Vec<WordTag>;
constexpr std::size_t kLanes = hn::MaxLanes(WordTag());
constexpr std::size_t kTogether = 8;  ///< counters kept in registers

HWY_INLINE Words count_bits(Words words) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
  return hn::PopulationCount(words);
#else  // Highway sums the bytes of a word in three steps; one is enough
  return hn::SumsOf8(hn::PopulationCount(hn::BitCast(hn::Repartition<std::uint8_t, WordTag>(), words)));
#endif
}

std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, const QueryWord* query, std::size_t words,
                             std::uint32_t* overlaps) {
  const WordTag d;
  const hn::Rebind<std::uint32_t, WordTag> d_overlap;
  Words best = hn::Zero(d);
  for (std::size_t r = 0; r < kGroupRows; r += kLanes * kTogether) {
    Words counts[kTogether];  // NOLINT(modernize-avoid-c-arrays): std::array is a template of another library
    for (Words& count : counts) {
      count = hn::Zero(d);
    }
    for (std::size_t w = 0; w < words; ++w) {
      const Words mask = hn::Set(d, query[w].mask);
      const std::uint64_t* rows = group + query[w].index * stride + r;
      for (std::size_t i = 0; i < kTogether; ++i) {
        counts[i] = hn::Add(counts[i], count_bits(hn::And(hn::LoadU(d, rows + i * kLanes), mask)));
      }
    }
    for (std::size_t i = 0; i < kTogether; ++i) {
      best = hn::Max(best, counts[i]);
      hn::StoreU(hn::TruncateTo(d_overlap, counts[i]), d_overlap, overlaps + r + i * kLanes);
    }
  }
  return static_cast<std::uint32_t>(hn::GetLane(hn::MaxOfLanes(d, best)));
}

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(count_overlaps);

std::uint32_t count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                             std::uint32_t* overlaps) {
  return COLUMNAR_DISPATCH(count_overlaps)(group, stride, query.data(), query.size(), overlaps);
}

std::uint32_t plain::count_overlaps(const std::uint64_t* group, std::size_t stride, std::span<const QueryWord> query,
                                    std::uint32_t* overlaps) {
  std::fill_n(overlaps, kGroupRows, 0U);
  for (const QueryWord& word : query) {
    const std::uint64_t* rows = group + word.index * stride;
    for (std::size_t r = 0; r < kGroupRows; ++r) {
      overlaps[r] += static_cast<std::uint32_t>(std::popcount(rows[r] & word.mask));
    }
  }
  return *std::max_element(overlaps, overlaps + kGroupRows);
}

}  // namespace columnar
#endif
