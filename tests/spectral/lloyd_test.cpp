#include "columnar/spectral/lloyd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace columnar::lloyd_test {
namespace {

using testing::IsEmpty;

TEST(SmallRegionMoves, GoToTheLargestWhichCountsHalfFromThenOn) {
  const std::vector<std::size_t> sizes = {3, 100, 60, 0, 8};
  const std::vector<RegionMove> moves = small_region_moves(sizes, 8, 0, 1);
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_EQ(moves[0].region, 0U);
  EXPECT_EQ(moves[0].from, 1U);  // 100 rows; then it counts as 50, less than the 60 of region 2
  EXPECT_EQ(moves[1].region, 3U);
  EXPECT_EQ(moves[1].from, 2U);
  for (const RegionMove& move : moves) {
    EXPECT_LT(move.member, sizes[move.from]);
  }
}

TEST(SmallRegionMoves, AreNoneWhereAllRegionsAreLargeEnough) {
  EXPECT_THAT(small_region_moves({8, 9, 10}, 8, 0, 1), IsEmpty());
  EXPECT_THAT(small_region_moves({0, 9, 10}, 0, 0, 1), IsEmpty());
}

TEST(SmallRegionMoves, EndWhereNothingIsLeftToShare) {
  // The one row of region 0 counts as none once it was given away.
  EXPECT_EQ(small_region_moves({1, 0, 0, 0}, 1, 0, 1).size(), 1U);
}

TEST(SmallRegionMoves, DrawOtherRowsInOtherRounds) {
  const std::size_t first = small_region_moves({0, 1'000'000}, 1, 0, 1).front().member;
  EXPECT_NE(first, small_region_moves({0, 1'000'000}, 1, 1, 1).front().member);
  EXPECT_EQ(first, small_region_moves({0, 1'000'000}, 1, 0, 1).front().member);
}

}  // namespace
}  // namespace columnar::lloyd_test
