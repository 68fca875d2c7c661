#include "columnar/search/rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/search_examples.hpp"

namespace columnar::rank_test {
namespace {

using testing::ElementsAre;

TEST(Rank, GivesBackWhatWasPutIn) {
  for (const Rank rank : {Rank(0, 0, 0), Rank(1, 2, 3), Rank(65536, 65536, 65536U * 255U), Rank(20, 28, 48 * 255)}) {
    EXPECT_EQ(Rank(rank.near(), rank.overlap(), rank.rarity()), rank);
    EXPECT_EQ(rank.shared(), rank.near() + rank.overlap());
    EXPECT_EQ(rank.score(), kNearWeight * rank.near() + rank.overlap());
    EXPECT_LT(rank, rank.next());
    EXPECT_LT(rank, Rank::never());
  }
  EXPECT_EQ(Rank(65536, 0, 0).near(), 65536U);
  EXPECT_EQ(Rank(0, 65536, 0).overlap(), 65536U);
}

TEST(Rank, ComparesBitsWithL6CountedFourTimesThenRarity) {
  EXPECT_GT(Rank(2, 0, 0), Rank(1, 3, 9000));
  EXPECT_LT(Rank(2, 0, 0), Rank(1, 5, 0));
  EXPECT_GT(Rank(2, 0, 1), Rank(1, 4, 0));
  EXPECT_GT(Rank(1, 3, 0), Rank(1, 2, 9000));
  EXPECT_GT(Rank(1, 2, 4), Rank(1, 2, 3));
}

TEST(Rarity, IsSixteenStepsAFactorOfTwoWorkedByHand) {
  // log2 of 1, 2, 4/3, 65,536 / 1 and of a bit that nobody has.
  const std::vector<std::uint32_t> rows{4, 2, 3, 1, 0};
  EXPECT_THAT(rarities(rows, 4), ElementsAre(0, 16, 7, 32, 255));
  EXPECT_THAT(rarities(std::vector<std::uint32_t>{1, 2}, 65536), ElementsAre(255, 240));
  EXPECT_THAT(rows_with_bits(kTinyShape, std::vector<std::uint16_t>{0, 3, 6, 0, 5, 6}),
              ElementsAre(2, 0, 0, 1, 0, 1, 2, 0));
}

TEST(Ranker, CountsBothPartsAndSumsTheRaritiesWorkedByHand) {
  std::vector<std::uint8_t> rarity(kTightShape.width(), 0);
  rarity[2] = 5;
  rarity[7] = 255;
  rarity[11] = 40;
  const std::vector<std::uint16_t> query{2, 3, 7, 11, 12};
  const std::vector<std::uint16_t> code{0, 2, 6, 7, 10, 11};
  const Ranker ranker(kTightShape, query, rarity);
  EXPECT_EQ(ranker.rank(code), Rank(1, 2, 300));
  EXPECT_EQ(ranker.rank(code, {1, 4, 9}), Rank(1, 2, 300));
  EXPECT_EQ(ranker.rank(code, {3, 0, 0}), Rank());  // too few of L6 to matter: 4 + at most 4
  EXPECT_EQ(Ranker(kTightShape, query).rank(code), Rank(1, 2, 0));
  // Codes that are L6 alone have one count.
  const std::vector<std::uint16_t> l6{1, 2};
  EXPECT_EQ(Ranker(with_layer(kTightShape, Layer::kL6), l6).rank(l6), Rank(0, 2, 0));
}

}  // namespace
}  // namespace columnar::rank_test
