#include "columnar/kernels/ranking.hpp"

// AVX2 is faster here than AVX-512, whose comparisons give masks that need another step to be added.
#ifndef COLUMNAR_LEFT_OUT
#define COLUMNAR_LEFT_OUT (2 * HWY_AVX3 - 1)  // AVX3 and better x86 targets, which have lower bits
#endif
#define HWY_TARGET_INCLUDE "columnar/kernels/ranking.cpp"
#include "columnar/kernels/highway.hpp"

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

void rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
  plain::rank_scores(scores, count, order);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using ScoreTag = hn::CappedTag<float, 16>;
using CountTag = hn::RebindToUnsigned<ScoreTag>;
using Scores = hn::Vec<ScoreTag>;
using Counts = hn::Vec<CountTag>;
constexpr std::size_t kLanes = hn::MaxLanes(ScoreTag());

/// Adds 1 in lanes with the mask set.
HWY_INLINE Counts count_where(hn::Mask<ScoreTag> mask, Counts counts) {
  const CountTag d;
  return hn::Sub(counts, hn::VecFromMask(d, hn::RebindMask(d, mask)));
}

// A tournament: scores are in registers, every score is compared with all others, and each counts how many are better.
// Between two registers, scores of the earlier one also win ties.

/// Compares the scores of register kHome with those of all kRegisters.
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
// NOLINTNEXTLINE(readability-non-const-parameter): it is written to
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

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(rank_scores);

void rank_scores(const float* scores, std::size_t count, std::uint32_t* order) {
  COLUMNAR_DISPATCH(rank_scores)(scores, count, order);
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

}  // namespace columnar
#endif
