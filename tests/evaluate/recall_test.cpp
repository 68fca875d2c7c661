#include "columnar_lab/evaluate/recall.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::recall_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::make_table;
using testing_codes::random_codes;

/// Codes of three bits of twelve, without columns.
SdrTable plain_codes(const std::vector<std::vector<std::uint16_t>>& codes) {
  SdrShape shape;
  shape.l5a_size = 12;
  shape.l5a_active = 3;
  shape.layer = Layer::kL5a;
  return make_table(shape, codes);
}

TEST(Recall, OfDisjointCodesSurvivesAllBitsButOne) {
  const AssociativeMemory memory(plain_codes({{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}));
  RecallOptions options;
  options.missing = {0.0, 2.0 / 3.0, 1.0};
  options.flipped = {0.0};
  const RecallCurves curves = measure_recall(memory, options, {});
  EXPECT_EQ(curves.queries, 3U);
  EXPECT_DOUBLE_EQ(curves.missing[0].recalled, 1.0);
  EXPECT_DOUBLE_EQ(curves.missing[0].margin, 3.0);
  EXPECT_EQ(curves.missing[1].bits, 2U);
  EXPECT_DOUBLE_EQ(curves.missing[1].recalled, 1.0);
  EXPECT_DOUBLE_EQ(curves.missing[1].margin, 1.0);
  EXPECT_DOUBLE_EQ(curves.missing[2].recalled, 0.0);
  EXPECT_DOUBLE_EQ(curves.missing[2].tied, 1.0);  // nothing is left to ask with
  EXPECT_DOUBLE_EQ(curves.missing[2].margin, 0.0);
  EXPECT_DOUBLE_EQ(curves.flipped[0].recalled, 1.0);
}

TEST(Recall, OfTwoCodesThatShareTwoBitsIsTiedWhereTheThirdIsLostWorkedByHand) {
  // Of the three bits one is lost, each alike: with the shared ones left both codes are as near, else one is ahead.
  std::vector<std::vector<std::uint16_t>> codes;
  for (int copy = 0; copy < 600; ++copy) {  // rows of one code are one answer
    codes.push_back({0, 1, 2});
    codes.push_back({0, 1, 3});
  }
  RecallOptions options;
  options.missing = {1.0 / 3.0};
  options.flipped = {};
  const RecallCurves curves = measure_recall(AssociativeMemory(plain_codes(codes)), options, {});
  EXPECT_EQ(curves.missing[0].bits, 1U);
  EXPECT_NEAR(curves.missing[0].tied, 1.0 / 3.0, 0.055);  // four standard errors
  EXPECT_DOUBLE_EQ(curves.missing[0].tied + curves.missing[0].recalled, 1.0);
  EXPECT_DOUBLE_EQ(curves.missing[0].margin, 1.0);
  EXPECT_TRUE(curves.flipped.empty());
}

TEST(Recall, GoesWrongWhereTheFlippedBitsAreThoseOfAnother) {
  // Six bits, three of them on: the only places that flipped bits can go to are the other code.
  SdrShape shape;
  shape.l5a_size = 6;
  shape.l5a_active = 3;
  shape.layer = Layer::kL5a;
  const AssociativeMemory memory(make_table(shape, {{0, 1, 2}, {3, 4, 5}}));
  RecallOptions options;
  options.missing = {};
  options.flipped = {1.0 / 3.0, 2.0 / 3.0, 1.0};
  const RecallCurves curves = measure_recall(memory, options, {});
  EXPECT_DOUBLE_EQ(curves.flipped[0].recalled, 1.0);
  EXPECT_DOUBLE_EQ(curves.flipped[0].margin, 1.0);
  EXPECT_DOUBLE_EQ(curves.flipped[1].wrong, 1.0);
  EXPECT_DOUBLE_EQ(curves.flipped[2].wrong, 1.0);
}

TEST(Recall, AsksForSomeOfTheCodesAndIsTheSameOnAnyNumberOfThreads) {
  const AssociativeMemory memory(random_codes(cyclic_labels(500, 3), 1));
  RecallOptions options;
  options.missing = {0.5, 0.9};
  options.flipped = {0.5, 0.9};
  options.queries = 100;
  options.repeats = 2;
  const RecallCurves one = measure_recall(memory, options, {1, nullptr});
  const RecallCurves three = measure_recall(memory, options, {3, nullptr});
  EXPECT_EQ(one.queries, 100U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(one.missing[i].recalled, three.missing[i].recalled);
    EXPECT_EQ(one.flipped[i].recalled, three.flipped[i].recalled);
    EXPECT_EQ(one.flipped[i].margin, three.flipped[i].margin);
    EXPECT_GE(one.missing[i].recalled, one.flipped[i].recalled);  // the same bits are gone, and wrong ones are there
    EXPECT_NEAR(one.flipped[i].recalled + one.flipped[i].tied + one.flipped[i].wrong, 1.0, 1e-12);
  }
  EXPECT_GT(one.missing[0].recalled, one.missing[1].recalled);
}

TEST(Recall, RefusesWhatCannotBeMeasured) {
  const AssociativeMemory memory(plain_codes({{0, 1, 2}}));
  RecallOptions options;
  options.missing = {1.5};
  EXPECT_THROW((void)measure_recall(memory, options, {}), Error);
  options.missing = {std::numeric_limits<double>::quiet_NaN()};
  EXPECT_THROW((void)measure_recall(memory, options, {}), Error);
  options.missing = options.flipped = {};
  EXPECT_THROW((void)measure_recall(memory, options, {}), Error);
  options.missing = {0.5};
  options.repeats = 0;
  EXPECT_THROW((void)measure_recall(memory, options, {}), Error);
  EXPECT_THROW((void)measure_recall(AssociativeMemory(plain_codes({})), {}, {}), Error);
}

}  // namespace
}  // namespace columnar::recall_test
