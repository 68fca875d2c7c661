#include "columnar_lab/evaluate/pair_sample.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace columnar::pair_sample_test {
namespace {

using testing::ElementsAre;

TEST(PairCount, IsNTimesNMinusOneHalved) {
  EXPECT_EQ(pair_count(0), 0U);
  EXPECT_EQ(pair_count(1), 0U);
  EXPECT_EQ(pair_count(4), 6U);
  EXPECT_EQ(pair_count(5), 10U);
  EXPECT_EQ(pair_count(0xFFFFFFFFULL), 0xFFFFFFFFULL / 2 * 0xFFFFFFFFULL);
}

TEST(DrawPairs, GivesAllPairsWhereNoMoreAreWanted) {
  const auto all =
      ElementsAre(NodePair{0, 1}, NodePair{0, 2}, NodePair{0, 3}, NodePair{1, 2}, NodePair{1, 3}, NodePair{2, 3});
  EXPECT_THAT(draw_pairs(4, 6, 1), all);
  EXPECT_THAT(draw_pairs(4, 1000, 1), all);
  EXPECT_TRUE(draw_pairs(1, 10, 1).empty());
  EXPECT_TRUE(draw_pairs(4, 0, 1).empty());
}

TEST(DrawPairs, AreDifferentAscendingAndNeverANodeWithItself) {
  for (const std::uint64_t wanted : {1ULL, 300ULL, 2475ULL, 2476ULL, 4949ULL}) {
    const std::vector<NodePair> pairs = draw_pairs(100, wanted, 3);
    EXPECT_EQ(pairs.size(), wanted);
    EXPECT_TRUE(std::ranges::is_sorted(pairs));
    EXPECT_EQ(std::ranges::adjacent_find(pairs), pairs.end());
    EXPECT_TRUE(std::ranges::all_of(pairs, [](const NodePair& p) { return p.u < p.v && p.v < 100; }));
  }
}

TEST(DrawPairs, TakeEveryPairAlikeOften) {
  for (const std::uint64_t wanted : {2ULL, 4ULL}) {  // drawn, and left out
    std::map<NodePair, int> counts;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
      for (const NodePair& pair : draw_pairs(4, wanted, seed)) {
        ++counts[pair];
      }
    }
    ASSERT_EQ(counts.size(), 6U);
    for (const auto& [pair, count] : counts) {
      EXPECT_NEAR(count, 500.0 * static_cast<double>(wanted), 110.0);  // more than four standard deviations
    }
  }
}

TEST(DrawPairs, AreTheSameForTheSameSeed) {
  EXPECT_EQ(draw_pairs(50, 100, 9), draw_pairs(50, 100, 9));
  EXPECT_NE(draw_pairs(50, 100, 9), draw_pairs(50, 100, 10));
}

TEST(DrawNodes, AreDifferentAndAscending) {
  const std::vector<NodeIndex> nodes = draw_nodes(1000, 700, 2);
  EXPECT_EQ(nodes.size(), 700U);
  EXPECT_TRUE(std::ranges::is_sorted(nodes));
  EXPECT_EQ(std::ranges::adjacent_find(nodes), nodes.end());
  EXPECT_THAT(draw_nodes(3, 9, 2), ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace columnar::pair_sample_test
