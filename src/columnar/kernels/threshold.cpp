#include "columnar/kernels/threshold.hpp"

#define HWY_TARGET_INCLUDE "columnar/kernels/threshold.cpp"
#include "columnar/kernels/highway.hpp"

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  return plain::find_at_least(scores, count, least, places);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using ScoreTag = hn::CappedTag<float, kSparePlaces>;
using PlaceTag = hn::RebindToUnsigned<ScoreTag>;
constexpr std::size_t kLanes = hn::MaxLanes(ScoreTag());

/// Writes the set positions of a mask, ascending from `first`, and returns their number.
HWY_INLINE std::size_t write_places(hn::Mask<ScoreTag> mask, std::size_t first, std::uint32_t* places) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  const PlaceTag d;  // AVX-512, with one mask bit per lane; better targets have smaller numbers
  const hn::Vec<PlaceTag> all = hn::Add(hn::Iota(d, 0), hn::Set(d, static_cast<std::uint32_t>(first)));
  hn::StoreU(hn::Compress(all, hn::RebindMask(d, mask)), d, places);
  return hn::CountTrue(ScoreTag(), mask);
#else
  // Compress would copy a table for every vector, and few scores are found.
  static_assert(kLanes <= 8, "one byte of bits");
  std::uint8_t bits[8] = {};  // NOLINT(modernize-avoid-c-arrays): std::array is a template of another library
  hn::StoreMaskBits(ScoreTag(), mask, bits);
  std::size_t held = 0;
  for (std::uint32_t rest = bits[0]; rest != 0; rest &= rest - 1) {
    places[held++] = static_cast<std::uint32_t>(first + hwy::Num0BitsBelowLS1Bit_Nonzero32(rest));
  }
  return held;
#endif
}

std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  if (count < kLanes) {
    return plain::find_at_least(scores, count, least, places);
  }
  const ScoreTag d;
  const hn::Vec<ScoreTag> bound = hn::Set(d, least);
  std::size_t held = 0;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    held += write_places(hn::Ge(hn::LoadU(d, scores + i), bound), i, places + held);
  }
  if (i < count) {  // the last vector again, without the scores already checked
    const std::size_t first = count - kLanes;
    const auto reach = hn::Ge(hn::LoadU(d, scores + first), bound);
    held += write_places(hn::AndNot(hn::FirstN(d, i - first), reach), first, places + held);
  }
  return held;
}

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(find_at_least);

std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  return COLUMNAR_DISPATCH(find_at_least)(scores, count, least, places);
}

std::size_t plain::find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  std::size_t held = 0;
  for (std::size_t i = 0; i < count; ++i) {
    places[held] = static_cast<std::uint32_t>(i);
    held += scores[i] >= least ? 1U : 0U;
  }
  return held;
}

}  // namespace columnar
#endif
