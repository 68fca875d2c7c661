#include "columnar_lab/evaluate/correlation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::correlation_test {
namespace {

using testing::ElementsAre;

const std::vector<float> kX{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
const std::vector<float> kY{2.5F, -1, 0.25F, 2.5F, 7, 1, -8, 2, 8, -1, 8};

TEST(Pearson, IsTheHandWorkedRatio) {
  // x − mean: −1 0 1; y − mean: −1 −1 2. Products 1 + 0 + 2 = 3; squares 2 and 6: 3 / sqrt(12).
  EXPECT_NEAR(*pearson(std::vector<float>{1, 2, 3}, std::vector<float>{4, 4, 7}), 0.8660254037844387, 1e-12);
  EXPECT_NEAR(*pearson(std::vector<float>{1, 2, 3}, std::vector<float>{6, 4, 2}), -1.0, 1e-12);
}

TEST(Pearson, AgreesWithScipy) { EXPECT_NEAR(*pearson(kX, kY), 0.3788146559501955, 1e-12); }

TEST(Pearson, IsUndefinedWithoutSpreadOrPairs) {
  EXPECT_FALSE(pearson(std::vector<float>{1, 1}, std::vector<float>{1, 2}).has_value());
  EXPECT_FALSE(pearson(std::vector<float>{1}, std::vector<float>{1}).has_value());
  EXPECT_FALSE(pearson({}, {}).has_value());
}

TEST(AverageRanks, ShareTheMeanOfTiedPlaces) {
  EXPECT_THAT(average_ranks(std::vector<float>{7, 3, 7, 0}), ElementsAre(3.5F, 2.0F, 3.5F, 1.0F));
  EXPECT_THAT(average_ranks(std::vector<float>{0.5F, -3, 0.5F, 0.5F}), ElementsAre(3.0F, 1.0F, 3.0F, 3.0F));
  EXPECT_TRUE(average_ranks({}).empty());
}

TEST(AverageRanks, AreTheSameByCountingAndBySorting) {
  std::vector<float> shifted = kX;  // whole numbers are counted, halves are sorted
  for (float& value : shifted) {
    value += 0.5F;
  }
  EXPECT_EQ(average_ranks(kX), average_ranks(shifted));
  EXPECT_THAT(average_ranks(std::vector<float>{65536, 65535, -1}), ElementsAre(3.0F, 2.0F, 1.0F));
}

TEST(Spearman, AgreesWithScipyWhereThereAreTies) { EXPECT_NEAR(*spearman(kX, kY), 0.4269244953650091, 1e-12); }

TEST(Spearman, SeesOnlyTheOrder) {
  EXPECT_NEAR(*spearman(std::vector<float>{1, 2, 3, 4}, std::vector<float>{1, 10, 100, 1e6F}), 1.0, 1e-12);
}

TEST(RankedAuc, AgreesWithScikitLearnWhereThereAreTies) {
  const std::vector<float> positive{0.9F, 0.4F, 0.35F, 0.8F, 0.4F};
  const std::vector<float> negative{0.1F, 0.4F, 0.2F, 0.85F};
  EXPECT_NEAR(*ranked_auc(positive, negative), 0.7, 1e-12);
  EXPECT_NEAR(*ranked_auc(negative, positive), 1.0 - 0.7, 1e-12);
}

TEST(RankedAuc, IsUndefinedWithoutOneKind) {
  EXPECT_FALSE(ranked_auc({}, kX).has_value());
  EXPECT_FALSE(ranked_auc(kX, {}).has_value());
  EXPECT_DOUBLE_EQ(*ranked_auc(kX, kX), 0.5);
}

}  // namespace
}  // namespace columnar::correlation_test
