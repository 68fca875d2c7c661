#include "columnar/kernels/overlaps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::overlaps_test {
namespace {

TEST(Overlaps, PlainCountsWorkedByHand) {
  std::vector<std::uint64_t> group(2 * kGroupRows);
  group[0] = 0b1011;                // row 0, word 0
  group[kGroupRows] = 0b1;          // row 0, word 1
  group[kGroupRows + 63] = 0xFF00;  // row 63, word 1
  const std::vector<QueryWord> query{{0, 0b0011}, {1, 0x0F01}};
  std::array<std::uint32_t, kGroupRows> overlaps{};
  EXPECT_EQ(plain::count_overlaps(group.data(), kGroupRows, query, overlaps.data()), 4U);
  EXPECT_EQ(overlaps[0], 3U);
  EXPECT_EQ(overlaps[1], 0U);
  EXPECT_EQ(overlaps[63], 4U);
}

TEST(Overlaps, AreThoseOfThePlainTwinOnEveryTarget) {
  constexpr std::size_t kWords = 29;
  const KeyedRandom random(7, Purpose::kProbe);
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (std::uint64_t trial = 0; trial < 60; ++trial) {
      const std::size_t stride = kGroupRows + trial % 2 * 8;
      std::vector<std::uint64_t> group(kWords * stride);
      for (std::size_t i = 0; i < group.size(); ++i) {  // from empty to full
        group[i] = trial == 0 ? ~std::uint64_t{0} : random.bits(trial, i) & random.bits(trial + 100, i * (trial % 3));
      }
      std::vector<QueryWord> query;
      for (std::uint32_t w = 0; w < kWords; ++w) {
        if (trial % 2 == 0 || random.below(2, trial, 10000 + w) == 0) {
          query.push_back({w, trial == 0 ? ~std::uint64_t{0} : random.bits(trial, 20000 + w)});
        }
      }
      std::array<std::uint32_t, kGroupRows> expected{};
      std::array<std::uint32_t, kGroupRows> actual{};
      actual.fill(77);
      const std::uint32_t best = plain::count_overlaps(group.data(), stride, query, expected.data());
      EXPECT_EQ(count_overlaps(group.data(), stride, query, actual.data()), best) << target.name;
      EXPECT_EQ(actual, expected) << target.name;
    }
  }
}

}  // namespace
}  // namespace columnar::overlaps_test
