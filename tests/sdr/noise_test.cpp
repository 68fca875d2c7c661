#include "columnar/sdr/noise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::noise_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Pattern pattern_of(const SdrTable& codes, std::size_t row) { return {codes.code(row).begin(), codes.code(row).end()}; }

TEST(AddNoise, MovesExactlyItsShareOfEveryCodeAndLeavesACode) {
  const SdrTable codes = paper_codes(200);
  for (const auto& [share, moved] : {std::pair{0.0, 0U}, {0.25, 7U}, {0.3, 8U}, {0.5, 14U}, {1.0, 28U}}) {
    const SdrTable noisy = add_noise(codes, share);
    EXPECT_NO_THROW(check_codes(noisy, "noisy", ErrorCode::kInput));
    for (std::size_t row = 0; row < codes.size(); ++row) {
      EXPECT_EQ(overlap(codes.code(row), noisy.code(row)), 28U - moved);
    }
  }
}

TEST(AddNoise, MovesToEveryCellOfTheFreeColumnsAlike) {
  // Column 0 of three is in use: both cells of the two others must come up, and its own other cell never.
  SdrTable codes;
  codes.shape = {.columns = 3, .cells_per_column = 2, .active_columns = 1, .layer = Layer::kL23};
  codes.bits.assign(8000, 1);
  codes.ids.integers.resize(8000);
  std::array<double, 6> counts{};
  for (const std::uint16_t bit : add_noise(codes, 1.0).bits) {
    ++counts.at(bit);
  }
  EXPECT_EQ(counts[0] + counts[1], 0.0);
  for (const std::size_t bit : {2, 3, 4, 5}) {
    EXPECT_NEAR(counts.at(bit), 2000.0, 160.0);  // four standard deviations
  }
}

TEST(AddNoise, LeavesBitsThatFindNoPlace) {
  const SdrTable codes = tiny_codes();  // two of three columns, one of two L5a bits
  const SdrTable noisy = add_noise(codes, 1.0);
  EXPECT_NO_THROW(check_codes(noisy, "noisy", ErrorCode::kInput));
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(overlap(codes.code(row), noisy.code(row)), 1U);  // one column was free, and one L5a bit
  }
  SdrTable twice = flip_bits(codes, 0.9, {3, 0});  // may have two cells of one column
  EXPECT_EQ(add_noise(twice, 1.0).bits.size(), twice.bits.size());
}

TEST(AddNoise, OfALittleIsPartOfMore) {
  const SdrTable codes = paper_codes(100);
  const SdrTable little = add_noise(codes, 0.2);
  const SdrTable more = add_noise(codes, 0.6);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const Pattern kept = intersection(codes.code(row), more.code(row));
    EXPECT_TRUE(std::ranges::includes(little.code(row), kept));
  }
}

TEST(AddNoise, DiffersByRepeatAndSeedOnly) {
  const SdrTable codes = paper_codes(20);
  EXPECT_EQ(add_noise(codes, 0.3, {1, 0}), add_noise(codes, 0.3, {1, 0}));
  EXPECT_NE(add_noise(codes, 0.3, {1, 0}), add_noise(codes, 0.3, {1, 1}));
  EXPECT_NE(add_noise(codes, 0.3, {1, 0}), add_noise(codes, 0.3, {2, 0}));
}

TEST(Subsample, KeepsThatManyBitsAndLosesThoseThatNoiseMoves) {
  const SdrTable codes = paper_codes(100);
  const std::vector<Pattern> parts = subsample(codes, 21, {5, 2});
  const SdrTable noisy = add_noise(codes, 0.25, {5, 2});
  for (std::size_t row = 0; row < codes.size(); ++row) {
    EXPECT_EQ(parts[row].size(), 21U);
    EXPECT_EQ(parts[row], intersection(codes.code(row), noisy.code(row)));
  }
  EXPECT_EQ(subsample(codes, 28)[3], pattern_of(codes, 3));
  EXPECT_THAT(subsample(codes, 0)[3], IsEmpty());
}

TEST(Subsample, KeepsEveryBitAlikeOften) {
  SdrTable codes;
  codes.shape = {.l5a_size = 4, .l5a_active = 4, .layer = Layer::kL5a};
  codes.ids.integers.resize(8000);
  for (int row = 0; row < 8000; ++row) {
    codes.bits.insert(codes.bits.end(), {0, 1, 2, 3});
  }
  std::array<double, 4> counts{};
  for (const Pattern& part : subsample(codes, 1)) {
    ++counts.at(part.front());
  }
  for (const double count : counts) {
    EXPECT_NEAR(count, 2000.0, 160.0);
  }
}

TEST(KillCells, TakesTheSameCellsFromEveryCode) {
  const SdrTable codes = paper_codes(100);
  const Pattern dead = dead_cells(1800, 0.25, 7);
  EXPECT_EQ(dead.size(), 450U);
  EXPECT_TRUE(std::ranges::is_sorted(dead));
  EXPECT_EQ(std::ranges::adjacent_find(dead), dead.end());
  const std::vector<Pattern> left = kill_cells(codes, 0.25, 7);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    EXPECT_EQ(left[row].size() + overlap(codes.code(row), dead), 28U);
    EXPECT_EQ(overlap(left[row], dead), 0U);
    EXPECT_EQ(overlap(left[row], codes.code(row)), left[row].size());
  }
}

TEST(KillCells, OfALargerShareKillsTheSmallerToo) {
  const Pattern few = dead_cells(300, 0.1, 1);
  EXPECT_TRUE(std::ranges::includes(dead_cells(300, 0.2, 1), few));
  EXPECT_NE(dead_cells(300, 0.1, 2), few);
  EXPECT_THAT(dead_cells(3, 1.0, 1), ElementsAre(0, 1, 2));
  EXPECT_THAT(dead_cells(65536, 0.0, 1), IsEmpty());
  EXPECT_EQ(dead_cells(65536, 1.0, 1).back(), 65535U);
}

TEST(Noise, RefusesWhatIsNoShare) {
  const SdrTable codes = paper_codes(2);
  for (const double share : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW((void)add_noise(codes, share), Error);
    EXPECT_THROW((void)kill_cells(codes, share), Error);
    EXPECT_THROW((void)flip_bits(codes, share), Error);
  }
  EXPECT_THROW((void)flip_bits(codes, 1.0), Error);
  EXPECT_THROW((void)subsample(codes, 29), Error);
}

}  // namespace
}  // namespace columnar::noise_test
