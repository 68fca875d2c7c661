#include "columnar_lab/evaluate/classify_fractions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/error.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::classify_fractions_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_codes::cyclic_labels;
using testing_codes::make_labels;
using testing_codes::random_codes;

std::vector<std::size_t> members(std::span<const NodeIndex> nodes, const Labels& labels) {
  std::vector<std::size_t> counts(labels.names.size());
  for (const NodeIndex node : nodes) {
    ++counts[static_cast<std::size_t>(labels.classes[node])];
  }
  return counts;
}

/// Class 0: 20 nodes, class 1: 5, class 2: 1, unknown: 4.
Labels uneven_labels() {
  std::vector<std::int32_t> classes(20, 0);
  classes.insert(classes.end(), {1, 1, 1, 1, 1, 2, -1, -1, -1, -1});
  return make_labels(classes, 3);
}

TEST(TrainingShare, TakesItsPartOfEveryClassAndNothingUnknown) {
  const Labels labels = uneven_labels();
  EXPECT_THAT(members(training_share(labels.classes, 0.1, 0, 1), labels), ElementsAre(2, 1, 1));
  EXPECT_THAT(members(training_share(labels.classes, 0.5, 0, 1), labels), ElementsAre(10, 3, 1));
  EXPECT_THAT(members(training_share(labels.classes, 0.99, 0, 1), labels), ElementsAre(19, 4, 1));
}

TEST(TrainingShare, GrowsByAddingNodesAlone) {
  const Labels labels = cyclic_labels(100, 3);
  std::vector<NodeIndex> before;
  for (const double fraction : {0.1, 0.3, 0.5, 0.9}) {
    const std::vector<NodeIndex> train = training_share(labels.classes, fraction, 2, 7);
    EXPECT_TRUE(std::ranges::is_sorted(train));
    EXPECT_TRUE(std::ranges::includes(train, before));
    before = train;
  }
  EXPECT_NE(training_share(labels.classes, 0.5, 0, 7), training_share(labels.classes, 0.5, 1, 7));
  EXPECT_NE(training_share(labels.classes, 0.5, 0, 7), training_share(labels.classes, 0.5, 0, 8));
}

TEST(ClassifyByFraction, IsPerfectWhereAValueTellsTheClass) {
  DenseTable table;
  table.dimensions = 2;
  const Labels labels = cyclic_labels(40, 2);
  for (std::size_t node = 0; node < 40; ++node) {
    table.ids.integers.push_back(static_cast<std::int64_t>(node));
    table.values.insert(table.values.end(), {node % 2 == 0 ? -3.0F : 3.0F, 0.5F});
  }
  for (const FractionScore& score : classify_by_fraction(rows_of(table), labels)) {
    EXPECT_THAT(score.repeat_accuracy, Each(1.0));
    EXPECT_EQ(score.macro_f1.mean, 1.0);
  }
}

TEST(ClassifyByFraction, AnswersTheMajorityWhereRowsAreEqual) {
  // Class 0 has 30 nodes and class 1 has 10: half of each train, and 15 of 20 tests are right. F1: 6/7 and 0.
  std::vector<std::int32_t> classes(40, 0);
  std::fill_n(classes.begin(), 10, 1);
  DenseTable table;
  table.dimensions = 1;
  table.ids.integers.resize(40);
  table.values.assign(40, 1.0F);
  const auto scores = classify_by_fraction(rows_of(table), make_labels(classes, 2), {.fractions = {0.5}});
  ASSERT_EQ(scores.size(), 1U);
  EXPECT_THAT(scores[0].repeat_accuracy, ElementsAre(0.75, 0.75, 0.75, 0.75, 0.75));
  EXPECT_NEAR(scores[0].macro_f1.mean, 3.0 / 7.0, 1e-12);
  EXPECT_EQ(scores[0].accuracy.sd, 0.0);
  EXPECT_EQ(scores[0].majority_rate, 0.75);
  EXPECT_THAT(scores[0].repeat_cost, Each(1.0));
}

TEST(ClassifyByFraction, TrainsEachSplitWithTheCostThatItsTrainingNodesChose) {
  const testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  const SparseRows rows = rows_of(made.table);
  FractionOptions options{.fractions = {0.3, 0.6}, .repeats = 2, .cost = std::nullopt, .threads = 3};
  const auto scores = classify_by_fraction(rows, made.labels, options);
  for (const FractionScore& score : scores) {
    for (std::uint32_t repeat = 0; repeat < 2; ++repeat) {
      const std::vector<std::vector<NodeIndex>> train{training_share(made.labels.classes, score.fraction, repeat, 1)};
      const double cost = training_costs(rows, made.labels.classes, train, {.cost = std::nullopt})[0];
      EXPECT_EQ(score.repeat_cost[repeat], cost);
      const auto fixed = classify_by_fraction(rows, made.labels, {.fractions = {score.fraction}, .cost = cost});
      EXPECT_EQ(score.repeat_accuracy[repeat], fixed[0].repeat_accuracy[repeat]);
    }
  }
  options.threads = 1;
  EXPECT_EQ(classify_by_fraction(rows, made.labels, options)[1].repeat_cost, scores[1].repeat_cost);
}

TEST(ClassifyByFraction, AgreesWithScikitLearnOnTheSameSplit) {
  // scikit-learn as in classify_test, on the second split into halves of every class.
  const testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  const auto scores = classify_by_fraction(rows_of(made.table), made.labels, {.fractions = {0.5}, .repeats = 2});
  EXPECT_NEAR(scores[0].repeat_accuracy[1], 29.0 / 44, 1e-12);
  EXPECT_NEAR(scores[0].repeat_macro_f1[1], 0.6204830917874395, 1e-12);
}

TEST(ClassifyByFraction, GetsBetterWithMoreNodesAndIsTheSameAtAnyThreadCount) {
  const Labels labels = cyclic_labels(300, 3);
  const SparseRows rows = rows_of(random_codes(labels, 5));
  FractionOptions options{.fractions = {0.05, 0.9}, .repeats = 3};
  const auto one = classify_by_fraction(rows, labels, options);
  EXPECT_GT(one[1].accuracy.mean, one[0].accuracy.mean + 0.05);
  options.threads = 4;
  const auto four = classify_by_fraction(rows, labels, options);
  for (std::size_t f = 0; f < 2; ++f) {
    EXPECT_EQ(one[f].repeat_accuracy, four[f].repeat_accuracy);
    EXPECT_EQ(one[f].repeat_macro_f1, four[f].repeat_macro_f1);
  }
}

TEST(ClassifyByFraction, RefusesWhatCannotBeMeasured) {
  const Labels labels = cyclic_labels(20, 2);
  const SparseRows rows = rows_of(random_codes(labels, 1));
  const auto fails_with = [&](const Labels& bad, const FractionOptions& options, const std::string& words) {
    try {
      (void)classify_by_fraction(rows, bad, options);
      ADD_FAILURE() << "no error: " << words;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(words));
    }
  };
  fails_with(labels, {.fractions = {0.0}}, "fractions: 0 is not between 0 and 1");
  fails_with(labels, {.fractions = {1.0}}, "fractions: 1 is not between 0 and 1");
  fails_with(labels, {.repeats = 0}, "repeats");
  fails_with(labels, {.cost = -1.0}, "cost");
  fails_with(cyclic_labels(19, 2), {}, "19 labels for 20 nodes");
  fails_with(cyclic_labels(20, 1), {}, "at least 2 classes, not 1");
  std::vector<std::int32_t> lonely(20, Labels::kUnknown);
  lonely[3] = 0;
  lonely[4] = 1;
  fails_with(make_labels(lonely, 2), {}, "none is left to test");
}

}  // namespace
}  // namespace columnar::classify_fractions_test
