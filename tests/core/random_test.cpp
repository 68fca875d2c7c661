#include "columnar/core/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "columnar/core/shuffle.hpp"

namespace columnar::random_test {
namespace {

TEST(KeyedRandom, GivesTheSameNumberForTheSameKeyOnEveryMachine) {
  // Worked out by another program from the definition: two rounds of SplitMix64's finaliser over seed, purpose, node
  // and index.
  EXPECT_EQ(KeyedRandom(1, Purpose::kWalkStep).bits(0, 0), 0x063A5277110F4425ULL);
  EXPECT_EQ(KeyedRandom(1, Purpose::kWalkStep).bits(7, 3), 0x7F8E16CA3AA32F06ULL);
  EXPECT_EQ(KeyedRandom(42, Purpose::kTieBreak).bits(123456789, 1ULL << 40U), 0x8694CFA3EB64B2A5ULL);
}

TEST(Purpose, KeepsItsNumbers) {  // every draw depends on them, so another number is another code
  EXPECT_EQ(static_cast<int>(Purpose::kWeightLoss), 28);
  EXPECT_EQ(static_cast<int>(Purpose::kTrainingShare), 30);
  EXPECT_EQ(static_cast<int>(Purpose::kMapOrder), 36);
  EXPECT_EQ(static_cast<int>(Purpose::kCostFolds), 41);
}

TEST(KeyedShuffle, IsFisherAndYatesFromTheLastItemOn) {
  const KeyedRandom random(3, Purpose::kProbe);
  std::vector<int> items{10, 11, 12, 13};
  keyed_shuffle(std::span(items), random, 7);
  std::vector<int> want{10, 11, 12, 13};
  std::swap(want[3], want[random.below(4, 7, 4)]);
  std::swap(want[2], want[random.below(3, 7, 3)]);
  std::swap(want[1], want[random.below(2, 7, 2)]);
  EXPECT_EQ(items, want);
  keyed_shuffle(std::span<int>(), random, 7);
}

TEST(KeyedRandom, ChangesWithEveryPartOfTheKey) {
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : {0ULL, 1ULL, 2ULL}) {
    for (const Purpose purpose : {Purpose::kWalkStep, Purpose::kSpectralStart, Purpose::kProbe}) {
      for (std::uint64_t node = 0; node < 10; ++node) {
        for (std::uint64_t index = 0; index < 10; ++index) {
          seen.insert(KeyedRandom(seed, purpose).bits(node, index));
        }
      }
    }
  }
  EXPECT_EQ(seen.size(), 900U);
}

TEST(KeyedRandom, IsUniformOverTheUnitIntervalAndNeverOne) {
  const KeyedRandom random(5, Purpose::kProbe);
  constexpr int kDraws = 100'000;
  std::array<int, 10> bins{};
  double sum = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.uniform(static_cast<std::uint64_t>(i) % 317, static_cast<std::uint64_t>(i));
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ++bins[static_cast<std::size_t>(value * 10)];
    sum += value;
  }
  // Five standard deviations: sqrt(1e5 · .1 · .9) = 95 a bin, sqrt(1/12 / 1e5) = .0009 of the mean.
  for (const int bin : bins) {
    EXPECT_NEAR(bin, kDraws / 10, 475);
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.0046);
}

TEST(KeyedRandom, DrawsIntegersBelowTheBoundAllOfThem) {
  const KeyedRandom random(5, Purpose::kProbe);
  std::array<int, 7> bins{};
  for (std::uint64_t i = 0; i < 70'000; ++i) {
    const std::uint64_t value = random.below(7, 3, i);
    ASSERT_LT(value, 7U);
    ++bins[value];
  }
  for (const int bin : bins) {
    EXPECT_NEAR(bin, 10'000, 5 * 93);
  }
  EXPECT_EQ(random.below(1, 3, 4), 0U);
  EXPECT_LT(random.below(~std::uint64_t{0}, 3, 4), ~std::uint64_t{0});
}

TEST(KeyedRandom, DrawsNormalNumbersOfMeanZeroAndVarianceOne) {
  const KeyedRandom random(11, Purpose::kTieBreak);
  constexpr int kDraws = 100'000;
  double sum = 0.0;
  double squares = 0.0;
  int beyond_two = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.normal(1, static_cast<std::uint64_t>(i));
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
    beyond_two += std::abs(value) > 2.0 ? 1 : 0;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 0.016);      // 5 / sqrt(1e5)
  EXPECT_NEAR(squares / kDraws, 1.0, 0.023);  // 5 · sqrt(2 / 1e5)
  EXPECT_NEAR(beyond_two, 4550, 5 * 66);      // 4.55 % of a normal lies beyond two standard deviations
}

}  // namespace
}  // namespace columnar::random_test
