#include "columnar_lab/evaluate/classify_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "columnar/error.hpp"

namespace columnar::classify_sets_test {
namespace {

using testing::Each;
using testing::ElementsAre;

ClassSets sets_of(const std::vector<std::vector<std::int32_t>>& rows, std::size_t class_count) {
  ClassSets sets;
  for (const auto& row : rows) {
    sets.classes.insert(sets.classes.end(), row.begin(), row.end());
    sets.offsets.push_back(sets.classes.size());
  }
  for (std::size_t c = 0; c < class_count; ++c) {
    sets.names.push_back(std::to_string(c));
  }
  return sets;
}

/// Forty nodes: one of bits 0 to 3, and one of bits 4 and 5; bit b means class b. Two nodes without a class.
std::pair<SparseRows, ClassSets> planted() {
  SparseRows rows;
  rows.width = 6;
  std::vector<std::vector<std::int32_t>> classes;
  for (std::uint32_t node = 0; node < 42; ++node) {
    rows.indices.push_back(node % 4);
    rows.indices.push_back(4 + node / 4 % 2);
    rows.offsets.push_back(rows.indices.size());
    classes.push_back(node < 40 ? std::vector<std::int32_t>{static_cast<std::int32_t>(node % 4),
                                                            static_cast<std::int32_t>(4 + node / 4 % 2)}
                                : std::vector<std::int32_t>{});
  }
  return {rows, sets_of(classes, 6)};
}

TEST(ClassifySets, F1OfSetsByHand) {
  // Class 0: 1 right of 2 true and 1 named; class 1: 1 of 1 and 2; class 2: 0 of 1 and 1; class 3 never occurs.
  const SetsF1 f1 = f1_of_sets({{0, 1}, {0}, {2}}, {{0, 1}, {1}, {2}}, 4);
  EXPECT_DOUBLE_EQ(f1.micro, 2.0 * 3.0 / 8.0);
  EXPECT_DOUBLE_EQ(f1.macro, (2.0 / 3.0 + 2.0 / 3.0 + 1.0 + 0.0) / 4.0);
  EXPECT_EQ(f1_of_sets({}, {}, 2).micro, 0.0);
}

TEST(ClassifySets, SharesAreNestedAndLeaveOutNodesWithoutAClass) {
  const ClassSets sets = planted().second;
  const auto small = random_share(sets, 0.1, 3, 7);
  const auto large = random_share(sets, 0.5, 3, 7);
  EXPECT_EQ(small.size(), 4U);
  EXPECT_EQ(large.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(large) && std::ranges::includes(large, small));
  EXPECT_LT(random_share(sets, 0.999, 0, 1).back(), 40U);
  EXPECT_EQ(random_share(sets, 0.999, 0, 1).size(), 39U);
  EXPECT_EQ(random_share(sets, 0.0001, 0, 1).size(), 1U);
  EXPECT_NE(random_share(sets, 0.5, 4, 7), large);
}

TEST(ClassifySets, FindsEveryPlantedClassAndBeatsTheFloor) {
  const auto [rows, sets] = planted();
  const auto scores = classify_sets(rows, sets, {.fractions = {0.5, 0.8}, .repeats = 3, .threads = 2});
  ASSERT_EQ(scores.size(), 2U);
  for (const SetsScore& score : scores) {
    EXPECT_THAT(score.repeat_micro_f1, Each(1.0));
    EXPECT_THAT(score.repeat_macro_f1, Each(1.0));
    EXPECT_THAT(score.repeat_frequent_micro_f1, Each(testing::Lt(0.7)));
  }
  const auto alone = classify_sets(rows, sets, {.fractions = {0.1}, .repeats = 3, .threads = 1});
  EXPECT_EQ(alone.front().repeat_micro_f1,
            classify_sets(rows, sets, {.fractions = {0.1}, .repeats = 3, .threads = 2}).front().repeat_micro_f1);
}

TEST(ClassifySets, AClassOfAllAndAClassOfNoneComeFirstAndLast) {
  SparseRows rows;
  rows.width = 2;
  for (std::uint32_t node = 0; node < 4; ++node) {
    rows.indices.push_back(node % 2);
    rows.offsets.push_back(node + 1);
  }
  // Training nodes 0 and 1 both have class 2, and none has class 3.
  const ClassSets sets = sets_of({{0, 2}, {1, 2}, {0, 2}, {3}}, 4);
  const auto model = LogisticRegression::fit(rows, sets, std::vector<NodeIndex>{0, 1});
  const std::vector<double> values = model.decision_values(rows, 2);
  EXPECT_GT(values[2], 1e300);
  EXPECT_LT(values[3], -1e300);
  EXPECT_GT(values[0], 0.0);
  EXPECT_LT(values[1], 0.0);
}

TEST(ClassifySets, OneClassEachIsOneAgainstTheRest) {
  auto [rows, sets] = planted();
  std::vector<std::int32_t> classes;
  std::vector<std::vector<std::int32_t>> single;
  std::vector<NodeIndex> train;
  for (NodeIndex node = 0; node < 30; ++node) {
    classes.push_back(static_cast<std::int32_t>(node * node % 7 % 3));
    single.push_back({classes.back()});
    train.push_back(node);
  }
  single.resize(42);
  const auto one = LogisticRegression::fit(rows, classes, train);
  const auto several = LogisticRegression::fit(rows, sets_of(single, 3), train);
  for (std::size_t row = 0; row < 42; ++row) {
    // LIBLINEAR sorts the rows by class, so sums are added in another order.
    EXPECT_THAT(several.decision_values(rows, row),
                testing::Pointwise(testing::DoubleNear(1e-9), one.decision_values(rows, row)))
        << row;
  }
}

TEST(ClassifySets, RefusesWhatCannotBeMeasured) {
  const auto [rows, sets] = planted();
  EXPECT_THROW((void)classify_sets(rows, sets_of({{0}, {1}}, 2)), Error);
  EXPECT_THROW((void)classify_sets(rows, sets, {.fractions = {1.0}}), Error);
  EXPECT_THROW((void)classify_sets(rows, sets, {.repeats = 0}), Error);
  EXPECT_THROW((void)classify_sets(rows, sets, {.cost = std::nullopt}), Error);
  ClassSets beyond = sets;
  beyond.classes.back() = 6;
  EXPECT_THROW((void)classify_sets(rows, beyond), Error);
  EXPECT_THROW((void)classify_sets(rows, sets_of(std::vector<std::vector<std::int32_t>>(42, {1}), 2)), Error);
}

}  // namespace
}  // namespace columnar::classify_sets_test
