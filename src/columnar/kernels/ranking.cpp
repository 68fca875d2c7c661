#include "columnar/kernels/ranking.hpp"

#define HWY_TARGET_INCLUDE "columnar/kernels/ranking.cpp"
#include "columnar/kernels/highway.hpp"

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

void rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
  plain::rank_scores(scores, count, order);
}

std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  return plain::find_at_least(scores, count, least, places);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

#undef COLUMNAR_BIT_MASKS  // whether a mask is one bit a lane, as in AVX-512, and not a vector
#define COLUMNAR_BIT_MASKS (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3)  // better targets have smaller numbers

using ScoreTag = hn::CappedTag<float, kSparePlaces>;
using CountTag = hn::RebindToUnsigned<ScoreTag>;
using Scores = hn::Vec<ScoreTag>;
using Counts = hn::Vec<CountTag>;
constexpr std::size_t kLanes = hn::MaxLanes(ScoreTag());

/// Adds 1 where the mask is set.
HWY_INLINE Counts count_where(hn::Mask<ScoreTag> mask, Counts counts) {
  const CountTag d;
#if COLUMNAR_BIT_MASKS
  return hn::IfThenElse(hn::RebindMask(d, mask), hn::Add(counts, hn::Set(d, 1)), counts);
#else
  return hn::Sub(counts, hn::VecFromMask(d, hn::RebindMask(d, mask)));
#endif
}

// A tournament: scores lie in registers, every score meets all others, and for each is counted how many are better. Of
// two registers the scores of the earlier one also win where they are equal.

/// The scores of register kHome meet those of all kRegisters.
template <std::size_t kRegisters, std::size_t kHome>
HWY_INLINE void meet(const float* scores, std::size_t count, const Scores* own, Counts* better) {
  const ScoreTag d;
  const hn::RebindToSigned<ScoreTag> d_lane;
  const auto lane = hn::Iota(d_lane, 0);
  for (std::size_t i = 0; i < kLanes && kHome * kLanes + i < count; ++i) {
    const Scores one = hn::Set(d, scores[kHome * kLanes + i]);
    for (std::size_t r = 0; r < kHome; ++r) {
      better[r] = count_where(hn::Gt(one, own[r]), better[r]);
    }
    const auto later = hn::RebindMask(d, hn::Gt(lane, hn::Set(d_lane, static_cast<std::int32_t>(i))));
    const auto wins = hn::Or(hn::Gt(one, own[kHome]), hn::And(hn::Eq(one, own[kHome]), later));
    better[kHome] = count_where(wins, better[kHome]);
    for (std::size_t r = kHome + 1; r < kRegisters; ++r) {
      better[r] = count_where(hn::Ge(one, own[r]), better[r]);
    }
  }
  if constexpr (kHome + 1 < kRegisters) {
    meet<kRegisters, kHome + 1>(scores, count, own, better);
  }
}

/// Ranks up to kScores, a multiple of sixteen.
template <std::size_t kScores>
void rank_up_to(const float* scores, std::size_t count, std::uint32_t* order) {
  constexpr std::size_t kRegisters = kScores / kLanes;
  Scores own[kRegisters];        // NOLINT(modernize-avoid-c-arrays): std::array is a template of another library
  Counts better[kRegisters];     // NOLINT(modernize-avoid-c-arrays)
  std::uint32_t ranks[kScores];  // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t r = 0; r < kRegisters; ++r) {
    own[r] = hn::LoadU(ScoreTag(), scores + r * kLanes);
    better[r] = hn::Zero(CountTag());
  }
  meet<kRegisters, 0>(scores, count, own, better);
  for (std::size_t r = 0; r < kRegisters; ++r) {
    hn::StoreU(better[r], CountTag(), ranks + r * kLanes);
  }
  for (std::size_t i = 0; i < count; ++i) {
    order[ranks[i]] = static_cast<std::uint32_t>(i);
  }
}

void rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
  switch ((count + 15) / 16) {
    case 0:
    case 1:
      return rank_up_to<16>(scores, count, order);
    case 2:
      return rank_up_to<32>(scores, count, order);
    case 3:
      return rank_up_to<48>(scores, count, order);
    default:
      return rank_up_to<kRankedAtOnce>(scores, count, order);
  }
}

/// Writes the places of a mask, ascending from `first`, and returns how many they are.
HWY_INLINE std::size_t write_places(hn::Mask<ScoreTag> mask, std::size_t first, std::uint32_t* places) {
#if COLUMNAR_BIT_MASKS
  const CountTag d;
  const Counts all = hn::Add(hn::Iota(d, 0), hn::Set(d, static_cast<std::uint32_t>(first)));
  hn::StoreU(hn::Compress(all, hn::RebindMask(d, mask)), d, places);
  return hn::CountTrue(ScoreTag(), mask);
#else  // Highway would copy a table for every vector; few scores are found
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
  const Scores bound = hn::Set(d, least);
  std::size_t held = 0;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    held += write_places(hn::Ge(hn::LoadU(d, scores + i), bound), i, places + held);
  }
  if (i < count) {  // the last scores once more, without those that were looked at
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

HWY_EXPORT(rank_scores);
HWY_EXPORT(find_at_least);

void rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
  COLUMNAR_DISPATCH(rank_scores)(scores, count, order);
}

std::size_t find_at_least(const float* scores, std::size_t count, float least, std::uint32_t* places) {
  return COLUMNAR_DISPATCH(find_at_least)(scores, count, least, places);
}

void plain::rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
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
