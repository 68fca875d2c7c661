#include "columnar_lab/evaluate/logistic_regression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::logistic_regression_test {
namespace {

using testing::ElementsAre;

SparseRows make_rows(std::uint32_t width, const std::vector<std::vector<std::uint32_t>>& rows) {
  SparseRows result;
  result.width = width;
  for (const auto& row : rows) {
    result.indices.insert(result.indices.end(), row.begin(), row.end());
    result.offsets.push_back(result.indices.size());
  }
  return result;
}

std::vector<NodeIndex> first_rows(std::size_t count) {
  std::vector<NodeIndex> rows(count);
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  return rows;
}

TEST(LogisticRegression, SolvesTheTwoPointProblemWorkedByHand) {
  // Two rows with one bit each. By symmetry b = 0 and w = (a, −a), which minimises a² + 2 ln(1 + e^−a): a (1 + e^a)
  // = 1.
  const SparseRows rows = make_rows(2, {{0}, {1}, {}});
  const std::vector<std::int32_t> classes{4, 7};
  const auto model = LogisticRegression::fit(rows, classes, first_rows(2), {.cost = 1.0, .tolerance = 1e-9});
  EXPECT_THAT(model.classes(), ElementsAre(4, 7));
  const double a = model.decision_values(rows, 0)[0];
  EXPECT_NEAR(a, 0.401058, 1e-6);
  EXPECT_NEAR(a * (1.0 + std::exp(a)), 1.0, 1e-6);
  EXPECT_NEAR(model.decision_values(rows, 0)[1], -a, 1e-9);
  EXPECT_NEAR(model.decision_values(rows, 1)[0], -a, 1e-6);
  EXPECT_NEAR(model.decision_values(rows, 2)[0], 0.0, 1e-6);
  EXPECT_EQ(model.predict(rows, 0), 4);
  EXPECT_EQ(model.predict(rows, 1), 7);
}

/// The gradient ½|w|² + C Σ ln(1 + e^(−y f)) must vanish for every class against the rest. The rows after the first
/// `train` are the empty one, which reveals the bias, and one for each feature alone with value 1.
void expect_stationary(const SparseRows& rows, const std::vector<std::int32_t>& classes, std::size_t train,
                       double cost) {
  const auto model = LogisticRegression::fit(rows, classes, first_rows(train), {.cost = cost, .tolerance = 1e-10});
  for (std::size_t c = 0; c < model.classes().size(); ++c) {
    const double bias = model.decision_values(rows, train)[c];
    std::vector<double> gradient(rows.width + 1);
    gradient[rows.width] = bias;
    for (std::uint32_t f = 0; f < rows.width; ++f) {
      gradient[f] = model.decision_values(rows, train + 1 + f)[c] - bias;
    }
    for (std::size_t row = 0; row < train; ++row) {
      const double y = classes[row] == model.classes()[c] ? 1.0 : -1.0;
      const double pull = -cost * y / (1.0 + std::exp(y * model.decision_values(rows, row)[c]));
      for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        gradient[rows.indices[i]] += pull * (rows.values.empty() ? 1.0 : static_cast<double>(rows.values[i]));
      }
      gradient[rows.width] += pull;
    }
    for (std::size_t f = 0; f <= rows.width; ++f) {
      EXPECT_NEAR(gradient[f], 0.0, 1e-5) << "class " << c << " feature " << f;
    }
  }
}

/// 60 random rows of 6 features, then the empty row and the 6 unit rows.
SparseRows probe_rows(bool with_values) {
  const KeyedRandom random(11, Purpose::kProbe);
  SparseRows rows;
  rows.width = 6;
  for (std::uint64_t row = 0; row < 67; ++row) {
    for (std::uint32_t f = 0; f < 6; ++f) {
      const bool probe = row > 60 && f == row - 61;
      if (probe || (row < 60 && random.uniform(row, f) < 0.4)) {
        rows.indices.push_back(f);
        if (with_values) {
          rows.values.push_back(probe ? 1.0F : static_cast<float>(random.normal(row, 10 + f)));
        }
      }
    }
    rows.offsets.push_back(rows.indices.size());
  }
  return rows;
}

std::vector<std::int32_t> probe_classes(std::int32_t count) {
  const KeyedRandom random(12, Purpose::kProbe);
  std::vector<std::int32_t> classes;
  for (std::uint64_t row = 0; row < 67; ++row) {
    classes.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint64_t>(count), row, 0)));
  }
  return classes;
}

TEST(LogisticRegression, FindsThePointWhereTheGradientOfEveryClassVanishes) {
  for (const std::int32_t count : {2, 3, 4}) {
    for (const double cost : {0.1, 1.0, 10.0}) {
      SCOPED_TRACE(testing::Message() << count << " classes, cost " << cost);
      expect_stationary(probe_rows(false), probe_classes(count), 60, cost);
      expect_stationary(probe_rows(true), probe_classes(count), 60, cost);
    }
  }
}

TEST(LogisticRegression, TrainsOnTheNamedRowsOnly) {
  const SparseRows rows = make_rows(2, {{0}, {1}, {0}, {1}});
  const std::vector<std::int32_t> classes{0, 1, 1, 0};  // the second pair says the opposite of the first
  EXPECT_EQ(LogisticRegression::fit(rows, classes, std::vector<NodeIndex>{0, 1}).predict(rows, 0), 0);
  EXPECT_EQ(LogisticRegression::fit(rows, classes, std::vector<NodeIndex>{2, 3}).predict(rows, 0), 1);
}

TEST(LogisticRegression, AnswersTheOnlyClassItHasSeen) {
  const SparseRows rows = make_rows(2, {{0}, {1}});
  const auto model = LogisticRegression::fit(rows, std::vector<std::int32_t>{3, 3}, first_rows(2));
  EXPECT_EQ(model.predict(rows, 0), 3);
}

TEST(LogisticRegression, DoesNotDependOnTheOrderInWhichClassesAppear) {
  const SparseRows rows = make_rows(3, {{0}, {1}, {2}});
  const std::vector<std::int32_t> classes{2, 0, 1};
  const auto model = LogisticRegression::fit(rows, classes, first_rows(3));
  EXPECT_THAT(model.classes(), ElementsAre(0, 1, 2));
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(model.predict(rows, row), classes[row]);
  }
}

TEST(LogisticRegression, PrintsNothing) {
  const SparseRows rows = probe_rows(false);
  testing::internal::CaptureStdout();
  (void)LogisticRegression::fit(rows, probe_classes(3), first_rows(60));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(LogisticRegression, RefusesRowsThatWouldMakeLiblinearWriteOutsideItsWeights) {
  const std::vector<std::int32_t> classes{0, 1};
  const auto fit = [&](const SparseRows& rows) { (void)LogisticRegression::fit(rows, classes, first_rows(2)); };
  EXPECT_NO_THROW(fit(make_rows(2, {{0}, {1}})));
  EXPECT_THROW(fit(make_rows(2, {{0}, {2}})), Error);     // index past the width
  EXPECT_THROW(fit(make_rows(2, {{0, 0}, {1}})), Error);  // repeated
  EXPECT_THROW(fit(make_rows(2, {{1, 0}, {1}})), Error);  // descending
  EXPECT_THROW(fit(make_rows(2, {{0}})), Error);          // a row too few
  SparseRows broken = make_rows(2, {{0}, {1}});
  broken.offsets = {0, 1, 50};
  EXPECT_THROW(fit(broken), Error);
  broken.offsets = {0, 2, 1};
  EXPECT_THROW(fit(broken), Error);
  broken = make_rows(2, {{0}, {1}});
  broken.values = {1.0F};
  EXPECT_THROW(fit(broken), Error);
  broken.values = {1.0F, std::numeric_limits<float>::quiet_NaN()};
  EXPECT_THROW(fit(broken), Error);
  broken = make_rows(std::numeric_limits<std::uint32_t>::max(), {{0}, {1}});
  EXPECT_THROW(fit(broken), Error);
}

TEST(LogisticRegression, RefusesImpossibleOptionsAndTrainingSets) {
  const SparseRows rows = make_rows(2, {{0}, {1}});
  const std::vector<std::int32_t> classes{0, 1};
  const std::vector<NodeIndex> train = first_rows(2);
  for (const double bad : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW((void)LogisticRegression::fit(rows, classes, train, {.cost = bad}), Error) << bad;
    EXPECT_THROW((void)LogisticRegression::fit(rows, classes, train, {.tolerance = bad}), Error) << bad;
  }
  EXPECT_THROW((void)LogisticRegression::fit(rows, classes, {}), Error);
  EXPECT_THROW((void)LogisticRegression::fit(rows, std::vector<std::int32_t>{0, -1}, train), Error);
  EXPECT_THROW((void)LogisticRegression::fit(rows, std::vector<std::int32_t>{0}, train), Error);
}

TEST(LogisticRegression, RefusesToPredictRowsOfAnotherWidth) {
  const SparseRows rows = make_rows(2, {{0}, {1}});
  const auto model = LogisticRegression::fit(rows, std::vector<std::int32_t>{0, 1}, first_rows(2));
  EXPECT_THROW((void)model.predict(make_rows(3, {{2}}), 0), Error);
  EXPECT_THROW((void)model.predict(rows, 2), Error);
}

TEST(RowsOf, ListsTheActiveBitsOfEachCode) {
  const SdrTable table = testing_codes::make_table(testing_codes::kTinyShape, {{0, 2, 8}, {1, 7, 11}});
  const SparseRows rows = rows_of(table);
  EXPECT_EQ(rows.width, 12U);
  EXPECT_THAT(rows.offsets, ElementsAre(0, 3, 6));
  EXPECT_THAT(rows.indices, ElementsAre(0, 2, 8, 1, 7, 11));
  EXPECT_TRUE(rows.values.empty());
}

}  // namespace
}  // namespace columnar::logistic_regression_test
