#include "columnar_lab/evaluate/ranking.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "columnar/error.hpp"

namespace columnar::evaluate_ranking_test {
namespace {

const std::vector<double> kScores{.9, .8, .8, .7, .6, .6, .6, .3, .2, .2};
const std::vector<bool> kTruth{true, true, false, true, false, true, false, false, true, false};

TEST(RocAuc, IsTheShareOfPairsInTheRightOrderWorkedByHand) {
  // Of true 4, 2 and false 3, 1: 4 beats both, 2 beats one.
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{4, 3, 2, 1}, {true, false, true, false}), 0.75);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{4, 3, 2, 1}, {true, true, false, false}), 1.0);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{4, 3, 2, 1}, {false, false, true, true}), 0.0);
}

TEST(RocAuc, CountsATieHalf) {
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{1, 1, 1}, {true, false, false}), 0.5);
  EXPECT_DOUBLE_EQ(roc_auc(std::vector<double>{2, 2, 1}, {true, false, false}), 0.75);
}

TEST(RocAuc, EqualsScikitLearnsFigureWithTies) { EXPECT_DOUBLE_EQ(roc_auc(kScores, kTruth), 0.68); }

TEST(AveragePrecision, IsTheMeanPrecisionAtEachHitWorkedByHand) {
  // Hits at the ranks 1 and 3: (1/1 + 2/3) / 2.
  EXPECT_DOUBLE_EQ(average_precision(std::vector<double>{4, 3, 2, 1}, {true, false, true, false}), 5.0 / 6.0);
}

TEST(AveragePrecision, TakesTiedItemsTogetherWhateverTheirOrder) {
  // Both thresholds have a precision of one half.
  EXPECT_DOUBLE_EQ(average_precision(std::vector<double>{3, 3, 1, 1}, {true, false, true, false}), 0.5);
  EXPECT_DOUBLE_EQ(average_precision(std::vector<double>{3, 3, 1, 1}, {false, true, false, true}), 0.5);
}

TEST(AveragePrecision, EqualsScikitLearnsFigureWithTies) {
  EXPECT_DOUBLE_EQ(average_precision(kScores, kTruth), 0.6976190476190476);
}

TEST(Ranking, RefusesWhatHasNoAnswer) {
  EXPECT_THROW(static_cast<void>(roc_auc(std::vector<double>{1, 2}, {true})), Error);
  EXPECT_THROW(static_cast<void>(roc_auc(std::vector<double>{1, 2}, {true, true})), Error);
  EXPECT_THROW(static_cast<void>(average_precision(std::vector<double>{1, 2}, {false, false})), Error);
  EXPECT_THROW(static_cast<void>(average_precision({}, {})), Error);
  EXPECT_THROW(
      static_cast<void>(roc_auc(std::vector<double>{1, std::numeric_limits<double>::quiet_NaN()}, {true, false})),
      Error);
}

}  // namespace
}  // namespace columnar::evaluate_ranking_test
