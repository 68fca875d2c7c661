#include "columnar/kernels/planes.hpp"

#define HWY_TARGET_INCLUDE "columnar/kernels/planes.cpp"
#include "columnar/kernels/highway.hpp"

HWY_BEFORE_NAMESPACE();
namespace columnar::HWY_NAMESPACE {

#if COLUMNAR_PLAIN_TARGET

void sum_planes(const PlaneSum& sum, const std::uint64_t* const* /*bitmaps*/, std::size_t /*count*/, std::size_t first,
                std::size_t last) {
  plain::sum_planes(sum, first, last);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using WordTag = hn::CappedTag<std::uint64_t, kLineWords>;
using Words = hn::Vec<WordTag>;

/// Full adder: adds two bits to a counter bit, in every lane; carry has twice the weight.
HWY_INLINE void add(Words& sum, Words& carry, Words a, Words b) {
  const Words either = hn::Xor(a, b);
  carry = hn::Or(hn::And(a, b), hn::And(either, sum));
  sum = hn::Xor(sum, either);
}

/// The same with two bits of two bitmaps.
HWY_INLINE void add_pair(Words& sum, Words& carry, const std::uint64_t* const* bitmaps, std::size_t word) {
  add(sum, carry, hn::LoadU(WordTag(), bitmaps[0] + word), hn::LoadU(WordTag(), bitmaps[1] + word));
}

/// Adds eight bitmaps to planes 0 to 2; returns the carry into plane 3.
HWY_INLINE Words add_eight(Words& ones, Words& twos, Words& fours, const std::uint64_t* const* bitmaps,
                           std::size_t word) {
  Words two_a;
  Words two_b;
  Words four_a;
  Words four_b;
  Words carry;
  add_pair(ones, two_a, bitmaps, word);
  add_pair(ones, two_b, bitmaps + 2, word);
  add(twos, four_a, two_a, two_b);
  add_pair(ones, two_a, bitmaps + 4, word);
  add_pair(ones, two_b, bitmaps + 6, word);
  add(twos, four_b, two_a, two_b);
  add(fours, carry, four_a, four_b);
  return carry;
}

/// Compares the lanes' counters with `needed`, from the highest plane down: greater, or equal so far.
HWY_INLINE Words compare(const std::uint64_t* planes, std::uint32_t levels, std::uint32_t needed) {
  const WordTag d;
  Words above = hn::Zero(d);
  Words equal = hn::Not(above);
  for (std::uint32_t level = levels; level-- > 0;) {
    const Words plane = hn::LoadU(d, planes + level * kLineWords);
    if (((needed >> level) & 1U) != 0) {
      equal = hn::And(equal, plane);
    } else {
      above = hn::Or(above, hn::And(equal, plane));
      equal = hn::AndNot(plane, equal);
    }
  }
  return hn::Or(above, equal);
}

void sum_planes(const PlaneSum& sum, const std::uint64_t* const* bitmaps, std::size_t count, std::size_t first,
                std::size_t last) {
  const WordTag d;
  const bool possible = sum.needed >> sum.levels == 0;
  for (std::size_t line = first; line < last; ++line) {
    for (std::size_t word = 0; word < kLineWords; word += hn::Lanes(d)) {
      std::uint64_t* planes = sum.planes + line * sum.levels * kLineWords + word;
      Words ones = hn::LoadU(d, planes);
      Words twos = hn::LoadU(d, planes + kLineWords);
      Words fours = hn::LoadU(d, planes + 2 * kLineWords);
      for (std::size_t i = 0; i < count; i += kBitmapsTogether) {
        Words carry = add_eight(ones, twos, fours, bitmaps + i, line * kLineWords + word);
        for (std::uint32_t level = kLeastPlanes; level < sum.levels; ++level) {
          const Words plane = hn::LoadU(d, planes + level * kLineWords);
          hn::StoreU(hn::Xor(plane, carry), d, planes + level * kLineWords);
          carry = hn::And(plane, carry);
        }
      }
      hn::StoreU(ones, d, planes);
      hn::StoreU(twos, d, planes + kLineWords);
      hn::StoreU(fours, d, planes + 2 * kLineWords);
      hn::StoreU(possible ? compare(planes, sum.levels, sum.needed) : hn::Zero(d), d,
                 sum.reached + line * kLineWords + word);
    }
  }
}

#endif

}  // namespace columnar::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace columnar {

HWY_EXPORT(sum_planes);

void sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last) {
  COLUMNAR_DISPATCH(sum_planes)(sum, sum.bitmaps.data(), sum.bitmaps.size(), first, last);
}

void plain::sum_planes(const PlaneSum& sum, std::size_t first, std::size_t last) {
  for (std::size_t word = first * kLineWords; word < last * kLineWords; ++word) {
    std::uint64_t* planes = sum.planes + word / kLineWords * sum.levels * kLineWords + word % kLineWords;
    for (const std::uint64_t* bitmap : sum.bitmaps) {
      std::uint64_t carry = bitmap[word];
      for (std::uint32_t level = 0; level < sum.levels; ++level) {
        std::uint64_t& plane = planes[level * kLineWords];
        const std::uint64_t both = plane & carry;
        plane ^= carry;
        carry = both;
      }
    }
    std::uint64_t reached = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      std::uint64_t count = 0;
      for (std::uint32_t level = 0; level < sum.levels; ++level) {
        count |= ((planes[level * kLineWords] >> bit) & 1U) << level;
      }
      reached |= std::uint64_t{count >= sum.needed ? 1U : 0U} << bit;
    }
    sum.reached[word] = reached;
  }
}

}  // namespace columnar
#endif
