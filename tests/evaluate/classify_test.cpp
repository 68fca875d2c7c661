#include "columnar_lab/evaluate/classify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::classify_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_codes::cyclic_labels;
using testing_codes::make_labels;
using testing_codes::make_table;
using testing_codes::random_codes;

ConfusionMatrix matrix(std::size_t classes, std::vector<std::uint64_t> counts) {
  ConfusionMatrix result(classes);
  result.counts = std::move(counts);
  return result;
}

TEST(ClassScores, FollowFromTheConfusionMatrixByHand) {
  // Class 0: 4 nodes, 5 answers, 3 right. Class 1: 3 nodes, 3 answers, 2 right. Class 2: 1 node, no answer. Class 3:
  // none.
  const ConfusionMatrix confusion = matrix(4, {3, 1, 0, 0,  //
                                               1, 2, 0, 0,  //
                                               1, 0, 0, 0,  //
                                               0, 0, 0, 0});
  const std::vector<ClassScore> scores = class_scores(confusion);
  EXPECT_DOUBLE_EQ(scores[0].precision, 3.0 / 5.0);
  EXPECT_DOUBLE_EQ(scores[0].recall, 3.0 / 4.0);
  EXPECT_DOUBLE_EQ(scores[0].f1, 2.0 / 3.0);
  EXPECT_EQ(scores[0].support, 4U);
  EXPECT_DOUBLE_EQ(scores[1].precision, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(scores[1].recall, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(scores[1].f1, 2.0 / 3.0);
  EXPECT_EQ(scores[2].precision, 0.0);
  EXPECT_EQ(scores[2].f1, 0.0);
  EXPECT_EQ(scores[2].support, 1U);
  EXPECT_EQ(scores[3].support, 0U);
  EXPECT_DOUBLE_EQ(accuracy_of(confusion), 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(majority_rate_of(confusion), 4.0 / 8.0);
  // Class 3 occurs neither as truth nor as answer, so the mean is over three.
  EXPECT_DOUBLE_EQ(macro_f1_of(confusion), (2.0 / 3.0 + 2.0 / 3.0 + 0.0) / 3.0);
}

TEST(ClassScores, CountAClassThatIsOnlyAnsweredInTheMacroMean) {
  EXPECT_DOUBLE_EQ(macro_f1_of(matrix(2, {1, 1, 0, 0})), (2.0 / 3.0) / 2.0);
}

TEST(ClassScores, OfAnEmptyMatrixAreZero) {
  EXPECT_EQ(accuracy_of(ConfusionMatrix(3)), 0.0);
  EXPECT_EQ(majority_rate_of(ConfusionMatrix(3)), 0.0);
  EXPECT_EQ(macro_f1_of(ConfusionMatrix(3)), 0.0);
}

TEST(MeanAndSd, DivideTheSquaresByOneLessThanTheNumber) {
  const MeanSd both = mean_and_sd(std::vector<double>{1.0, 2.0, 3.0, 6.0});
  EXPECT_DOUBLE_EQ(both.mean, 3.0);
  EXPECT_DOUBLE_EQ(both.sd.value(), std::sqrt(14.0 / 3.0));
  EXPECT_EQ(mean_and_sd(std::vector<double>{5.0}).sd, std::nullopt);  // one value has no spread
  EXPECT_EQ(mean_and_sd({}).mean, 0.0);
}

TEST(Classify, IsPerfectWhereEachClassHasItsOwnBits) {
  std::vector<std::vector<std::uint16_t>> codes;
  for (std::uint16_t i = 0; i < 30; ++i) {
    codes.push_back(i % 2 == 0 ? std::vector<std::uint16_t>{0, 2, 8} : std::vector<std::uint16_t>{1, 4, 9});
  }
  const auto report = classify(make_table(testing_codes::kTinyShape, codes), cyclic_labels(30, 2));
  EXPECT_EQ(report.labelled_nodes, 30U);
  EXPECT_THAT(report.fold_accuracy, ElementsAre(1.0, 1.0, 1.0, 1.0, 1.0));
  EXPECT_EQ(report.accuracy.mean, 1.0);
  EXPECT_EQ(report.macro_f1.mean, 1.0);
  EXPECT_THAT(report.confusion.counts, ElementsAre(15, 0, 0, 15));
  EXPECT_THAT(report.class_names, ElementsAre("class 0", "class 1"));
  EXPECT_EQ(report.majority_rate, 0.5);
  EXPECT_THAT(report.fold_cost, ElementsAre(1.0, 1.0, 1.0, 1.0, 1.0));
}

TEST(Classify, FallsBackToTheMajorityWhereAllCodesAreEqual) {
  // Every fold tests 3 of class 0 and 1 of class 1 and answers 0: accuracy 3/4, F1 6/7 and 0.
  std::vector<std::int32_t> classes(20, 0);
  std::fill_n(classes.begin(), 5, 1);
  const std::vector<std::vector<std::uint16_t>> codes(20, {0, 2, 8});
  const auto report = classify(make_table(testing_codes::kTinyShape, codes), make_labels(classes, 2));
  EXPECT_DOUBLE_EQ(report.accuracy.mean, 0.75);
  EXPECT_DOUBLE_EQ(report.majority_rate, 0.75);
  EXPECT_DOUBLE_EQ(report.accuracy.sd.value(), 0.0);
  EXPECT_NEAR(report.macro_f1.mean, 3.0 / 7.0, 1e-12);
  EXPECT_THAT(report.confusion.counts, ElementsAre(15, 0, 5, 0));
  EXPECT_EQ(report.per_class[1].support, 5U);
  EXPECT_EQ(report.per_class[1].recall, 0.0);
}

TEST(Classify, BeatsChanceOnNoisyCodesAndIsTheSameAtAnyThreadCount) {
  const Labels labels = cyclic_labels(300, 3);
  const SdrTable table = random_codes(labels, 5);
  ClassifyOptions options{.seed = 4, .threads = 1};
  const auto one = classify(table, labels, options);
  EXPECT_GT(one.accuracy.mean, 0.6);
  EXPECT_GT(one.accuracy.sd.value(), 0.0);
  options.threads = 4;
  const auto four = classify(table, labels, options);
  EXPECT_EQ(one.fold_accuracy, four.fold_accuracy);
  EXPECT_EQ(one.fold_macro_f1, four.fold_macro_f1);
  EXPECT_EQ(one.confusion.counts, four.confusion.counts);
  options.seed = 5;
  EXPECT_NE(classify(table, labels, options).fold_accuracy, one.fold_accuracy);
}

TEST(Classify, AgreesWithScikitLearnOnTheSameFoldsOfVectors) {
  // scikit-learn 1: OneVsRestClassifier(LogisticRegression(solver='liblinear', C=1, tol=1e-4)), accuracy_score and
  // f1_score(average='macro') on these five folds.
  const testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  const auto report = classify(made.table, made.labels);
  const std::vector<double> accuracy{10.0 / 18, 11.0 / 18, 12.0 / 18, 10.0 / 18, 10.0 / 18};
  const std::vector<double> macro_f1{0.6056980056980057, 0.5418470418470419, 0.5608695652173913, 0.441077441077441,
                                     0.5555555555555555};
  EXPECT_THAT(report.fold_accuracy, testing::Pointwise(testing::DoubleNear(1e-12), accuracy));
  EXPECT_THAT(report.fold_macro_f1, testing::Pointwise(testing::DoubleNear(1e-12), macro_f1));
  EXPECT_NEAR(report.accuracy.mean, 0.5888888888888889, 1e-12);
  EXPECT_NEAR(report.accuracy.sd.value(), 0.049690399499995305, 1e-12);
  EXPECT_NEAR(report.macro_f1.mean, 0.5410095218790871, 1e-12);
}

TEST(Classify, TrainsEachFoldWithTheCostThatItsTrainingNodesChose) {
  const testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  const SparseRows rows = rows_of(made.table);
  const auto report = classify(rows, made.labels, {.cost = std::nullopt, .seed = 3, .threads = 2});
  const Folds folds = stratified_folds(made.labels.classes, 5, 3);
  ASSERT_EQ(report.fold_cost.size(), 5U);
  for (std::int32_t fold = 0; fold < 5; ++fold) {
    const std::vector<std::vector<NodeIndex>> train{folds.train_nodes(fold)};
    const double cost = training_costs(rows, made.labels.classes, train, {.cost = std::nullopt, .seed = 3})[0];
    const auto place = static_cast<std::size_t>(fold);
    EXPECT_EQ(report.fold_cost[place], cost);
    const auto fixed = classify(rows, made.labels, {.cost = cost, .seed = 3});
    EXPECT_EQ(report.fold_accuracy[place], fixed.fold_accuracy[place]);
  }
  const auto alone = classify(rows, made.labels, {.cost = std::nullopt, .seed = 3, .threads = 1});
  EXPECT_EQ(alone.fold_cost, report.fold_cost);
  EXPECT_EQ(alone.confusion.counts, report.confusion.counts);
}

TEST(Classify, ReportsClassAfterClassOfEveryFold) {
  const Labels labels = cyclic_labels(120, 6);
  std::vector<double> shares;
  ClassifyOptions options;
  options.folds = 3;
  options.progress = [&shares](double share) { shares.push_back(share); };
  const ClassificationReport reported = classify(random_codes(labels, 1), labels, options);
  EXPECT_GE(shares.size(), 15U);  // 18 classes of 3 folds; one that needs no second look may go unheard
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_DOUBLE_EQ(shares.back(), 1.0);
  EXPECT_LT(shares.front(), 0.1);

  options.progress = {};
  EXPECT_EQ(classify(random_codes(labels, 1), labels, options).fold_accuracy, reported.fold_accuracy);

  shares.clear();
  options.cost = std::nullopt;
  options.progress = [&shares](double share) { shares.push_back(share); };
  static_cast<void>(classify(random_codes(labels, 1), labels, options));
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_DOUBLE_EQ(shares.back(), 1.0);
  EXPECT_LT(shares.front(), 0.01);  // the choice of C is most of the work
}

TEST(Classify, StopsWhereItsSinkThrows) {
  const Labels labels = cyclic_labels(60, 3);
  ClassifyOptions options;
  options.progress = [](double) { throw Error(ErrorCode::kInput, "stop"); };
  EXPECT_THROW(static_cast<void>(classify(random_codes(labels, 1), labels, options)), Error);
}

TEST(Classify, RefusesVectorsThatDoNotFitTheirSize) {
  testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  made.table.values.pop_back();
  EXPECT_THROW((void)classify(made.table, made.labels), Error);
}

TEST(Classify, LearnsNothingFromNodesOfUnknownClass) {
  Labels labels = cyclic_labels(60, 2);
  SdrTable table = random_codes(labels, 5);
  for (std::size_t i = 0; i < 20; ++i) {
    labels.classes[i] = Labels::kUnknown;
  }
  const auto before = classify(table, labels);
  EXPECT_EQ(before.labelled_nodes, 40U);
  EXPECT_EQ(before.majority_rate, 0.5);
  for (std::size_t i = 0; i < 20; ++i) {  // other codes at the unknown nodes must change nothing
    std::ranges::copy(table.code(59 - i), table.code(i).begin());
  }
  EXPECT_EQ(classify(table, labels).confusion.counts, before.confusion.counts);
}

TEST(Classify, CountsAClassOfOneMemberAsAnErrorInsteadOfFailing) {
  std::vector<std::int32_t> classes(11, 0);
  classes[3] = 1;
  const std::vector<std::vector<std::uint16_t>> codes(11, {0, 2, 8});
  const auto report = classify(make_table(testing_codes::kTinyShape, codes), make_labels(classes));
  EXPECT_THAT(report.confusion.counts, ElementsAre(10, 0, 0, 1, 0, 0, 0, 0, 0));
  EXPECT_EQ(report.per_class[2].support, 0U);
}

TEST(Classify, RefusesLabelsItCannotUse) {
  const SdrTable table = make_table(testing_codes::kTinyShape, std::vector<std::vector<std::uint16_t>>(6, {0, 2, 8}));
  const auto fails_with = [&](const Labels& labels, const std::string& words) {
    try {
      (void)classify(table, labels);
      ADD_FAILURE() << "no error: " << words;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr(words));
    }
  };
  fails_with(make_labels({0, 1, 0, 1, 0}), "5 labels for 6 nodes");
  fails_with(make_labels({0, 0, 0, 0, 0, -1}), "at least 2 classes, not 1");
  fails_with(make_labels({-1, -1, -1, -1, -1, -1}), "at least 2 classes, not 0");
  fails_with(make_labels({0, 1, 0, 1, -1, -1}), "4 labelled nodes are too few for 5 folds");
  fails_with(make_labels({0, 1, 0, 1, 0, 3}), "row 5: unknown class 3; 3 are named");
  fails_with(make_labels({0, 1, 0, 1, 0, -2}), "row 5: unknown class -2");
  fails_with(make_labels({0, 1, 0, 1, 0, 1}, 5000), "5000 classes");
}

TEST(Classify, RefusesImpossibleOptions) {
  const Labels labels = cyclic_labels(20, 2);
  const SdrTable table = random_codes(labels, 1);
  EXPECT_THROW((void)classify(table, labels, {.folds = 1}), Error);
  EXPECT_THROW((void)classify(table, labels, {.folds = 21}), Error);
  EXPECT_THROW((void)classify(table, labels, {.cost = 0.0}), Error);
  EXPECT_THROW((void)classify(table, labels, {.cost = -1.0, .threads = 2}), Error);
}

TEST(Classify, RefusesAMalformedTable) {
  const Labels labels = cyclic_labels(20, 2);
  SdrTable table = random_codes(labels, 1);
  table.bits.pop_back();
  EXPECT_THROW((void)classify(table, labels), Error);
  table = random_codes(labels, 1);
  table.code(3).back() = 1800;
  EXPECT_THROW((void)classify(table, labels), Error);
  table = random_codes(labels, 1);
  std::swap(table.code(3).front(), table.code(3).back());
  EXPECT_THROW((void)classify(table, labels), Error);
}

}  // namespace
}  // namespace columnar::classify_test
