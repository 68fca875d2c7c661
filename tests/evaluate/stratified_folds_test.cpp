#include "columnar_lab/evaluate/stratified_folds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar::stratified_folds_test {
namespace {

using testing::ElementsAre;

/// Largest minus smallest fold, of one class or (label == -2) of all.
int spread(const Folds& folds, const std::vector<std::int32_t>& classes, std::int32_t label) {
  std::vector<int> sizes(static_cast<std::size_t>(folds.count));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (folds.fold_of[i] != Folds::kLeftOut && (label == -2 || classes[i] == label)) {
      ++sizes[static_cast<std::size_t>(folds.fold_of[i])];
    }
  }
  const auto [low, high] = std::ranges::minmax(sizes);
  return high - low;
}

std::vector<std::int32_t> uneven_classes() {
  std::vector<std::int32_t> classes;
  const KeyedRandom random(3, Purpose::kProbe);
  for (std::uint64_t i = 0; i < 503; ++i) {
    const std::uint64_t draw = random.below(100, i, 0);
    classes.push_back(draw < 60 ? 0 : draw < 85 ? 1 : draw < 97 ? 2 : draw < 98 ? -1 : 3);
  }
  return classes;
}

TEST(StratifiedFolds, SpreadEveryClassAndTheTotalAsEvenlyAsNumbersAllow) {
  const std::vector<std::int32_t> classes = uneven_classes();
  for (const std::int32_t count : {2, 3, 5, 10}) {
    const Folds folds = stratified_folds(classes, count, 1);
    for (const std::int32_t label : {-2, 0, 1, 2, 3}) {
      EXPECT_LE(spread(folds, classes, label), 1) << "folds " << count << " class " << label;
    }
  }
}

TEST(StratifiedFolds, BalanceTheTotalEvenWhenEveryClassIsSmallerThanTheFolds) {
  const std::vector<std::int32_t> classes{0, 0, 1, 1, 2, 2, 3, 3, 4, 4};  // dealt from fold 0 each: 5, 5, 0, 0, 0
  const Folds folds = stratified_folds(classes, 5, 1);
  EXPECT_EQ(spread(folds, classes, -2), 0);
}

TEST(StratifiedFolds, LeaveOutNodesOfUnknownClassAndNoOthers) {
  const std::vector<std::int32_t> classes{-1, 0, 0, -1, 1, 1};
  const Folds folds = stratified_folds(classes, 2, 9);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    EXPECT_EQ(folds.fold_of[i] == Folds::kLeftOut, classes[i] == -1) << i;
  }
  std::vector<NodeIndex> tested;
  for (std::int32_t fold = 0; fold < 2; ++fold) {
    const auto test = folds.test_nodes(fold);
    const auto train = folds.train_nodes(fold);
    std::vector<NodeIndex> both = test;
    both.insert(both.end(), train.begin(), train.end());
    std::ranges::sort(both);
    EXPECT_THAT(both, ElementsAre(1, 2, 4, 5));
    EXPECT_TRUE(std::ranges::is_sorted(test));
    EXPECT_TRUE(std::ranges::is_sorted(train));
    tested.insert(tested.end(), test.begin(), test.end());
  }
  std::ranges::sort(tested);
  EXPECT_THAT(tested, ElementsAre(1, 2, 4, 5));
}

TEST(StratifiedFolds, AreShuffledBySeed) {
  const std::vector<std::int32_t> classes(200, 0);
  const Folds one = stratified_folds(classes, 5, 1);
  EXPECT_EQ(one.fold_of, stratified_folds(classes, 5, 1).fold_of);
  EXPECT_NE(one.fold_of, stratified_folds(classes, 5, 2).fold_of);
  std::vector<std::int32_t> in_order(200);
  for (std::size_t i = 0; i < 200; ++i) {
    in_order[i] = static_cast<std::int32_t>(i % 5);
  }
  EXPECT_NE(one.fold_of, in_order);
}

TEST(StratifiedFolds, PutEachNodeInEachFoldAboutEquallyOftenOverSeeds) {
  const std::vector<std::int32_t> classes(10, 0);
  std::map<std::pair<std::size_t, std::int32_t>, int> seen;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Folds folds = stratified_folds(classes, 5, seed);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      ++seen[{i, folds.fold_of[i]}];
    }
  }
  ASSERT_EQ(seen.size(), 50U);
  for (const auto& [where, times] : seen) {
    EXPECT_NEAR(times, 400, 90) << where.first << " in fold " << where.second;  // five standard deviations
  }
}

TEST(StratifiedFolds, RefuseFewerThanTwoFoldsAndFewerNodesThanFolds) {
  const std::vector<std::int32_t> classes{0, 0, 1, -1};
  for (const std::int32_t count : {1, 0, -5}) {
    EXPECT_THROW((void)stratified_folds(classes, count, 1), Error) << count;
  }
  EXPECT_NO_THROW((void)stratified_folds(classes, 3, 1));
  EXPECT_THROW((void)stratified_folds(classes, 4, 1), Error);
  EXPECT_THROW((void)stratified_folds({}, 2, 1), Error);
}

}  // namespace
}  // namespace columnar::stratified_folds_test
