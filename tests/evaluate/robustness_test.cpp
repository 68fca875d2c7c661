#include "columnar_lab/evaluate/robustness.hpp"

#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar_lab/evaluate/geometry.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::robustness_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::make_labels;
using testing_codes::random_codes;

RobustnessOptions few(std::vector<double> deltas) {
  RobustnessOptions options;
  options.deltas = std::move(deltas);
  options.repeats = 2;
  return options;
}

TEST(Robustness, StartsAtTheAccuracyAndAucOfTheWholeCodes) {
  const Labels labels = cyclic_labels(200, 4);
  const SdrTable codes = random_codes(labels, 3);
  const auto points = measure_robustness(codes, labels, few({0.0}), {});
  ASSERT_EQ(points.size(), 1U);
  EXPECT_DOUBLE_EQ(points[0].accuracy.mean, classify(codes, labels).accuracy.mean);
  EXPECT_DOUBLE_EQ(points[0].accuracy.sd.value(), 0.0);
  EXPECT_NEAR(points[0].auc.mean, *class_separation(codes, labels, 1).auc, 1e-12);
  EXPECT_DOUBLE_EQ(points[0].self_similarity, 1.0);
}

TEST(Robustness, ChoosesTheCostAsClassifyDoesWhereNoneIsGiven) {
  const testing_codes::LabelledVectors made = testing_codes::wavy_vectors();
  RobustnessOptions options = few({0.0});
  options.classify.cost = std::nullopt;
  const double accuracy = classify(made.table, made.labels, {.cost = std::nullopt}).accuracy.mean;
  EXPECT_DOUBLE_EQ(measure_robustness(made.table, made.labels, options, {})[0].accuracy.mean, accuracy);
}

TEST(Robustness, FallsWithTheDamage) {
  const Labels labels = cyclic_labels(300, 4);
  const auto points = measure_robustness(random_codes(labels, 3), labels, few({0.0, 0.3, 0.9}), {});
  EXPECT_GT(points[0].accuracy.mean, points[1].accuracy.mean);
  EXPECT_GT(points[1].accuracy.mean, points[2].accuracy.mean);
  EXPECT_GT(points[0].auc.mean, points[1].auc.mean);
  EXPECT_GT(points[1].auc.mean, points[2].auc.mean);
  EXPECT_NEAR(points[1].self_similarity, 0.7, 0.03);
}

TEST(Robustness, IsTheSameForAnyNumberOfThreads) {
  const Labels labels = cyclic_labels(100, 2);
  const SdrTable codes = random_codes(labels, 3);
  RobustnessOptions options = few({0.1, 0.4});
  for (const bool damaged : {false, true}) {
    options.train_damaged = damaged;
    options.classify.threads = 1;
    const auto one = measure_robustness(codes, labels, options, {1, nullptr});
    options.classify.threads = 3;
    const auto three = measure_robustness(codes, labels, options, {3, nullptr});
    for (std::size_t d = 0; d < one.size(); ++d) {
      EXPECT_EQ(one[d].accuracy.mean, three[d].accuracy.mean);
      EXPECT_EQ(one[d].auc.mean, three[d].auc.mean);
    }
  }
}

TEST(Robustness, OfTwoOppositeClustersOfVectorsIsPerfectUntilTheNoiseTurnsThem) {
  std::vector<float> values;
  for (int node = 0; node < 200; ++node) {
    values.insert(values.end(), 16, node % 2 == 0 ? 1.0F : -1.0F);
  }
  const Labels labels = cyclic_labels(200, 2);
  const auto points = measure_robustness(testing_codes::make_vectors(16, values), labels, few({0.0, 0.5}), {});
  EXPECT_DOUBLE_EQ(points[0].accuracy.mean, 1.0);
  EXPECT_DOUBLE_EQ(points[0].auc.mean, 1.0);
  EXPECT_GT(points[1].accuracy.mean, 0.95);  // along the one direction that counts the noise is √3 / 4 as long
  EXPECT_LT(points[1].auc.mean, 1.0);
}

TEST(Robustness, RefusesWhatItCannotMeasure) {
  const Labels labels = cyclic_labels(40, 2);
  const SdrTable codes = random_codes(labels, 3);
  EXPECT_THROW((void)measure_robustness(codes, labels, few({}), {}), Error);
  EXPECT_THROW((void)measure_robustness(codes, labels, few({1.0}), {}), Error);
  EXPECT_THROW((void)measure_robustness(codes, make_labels({0, 1}), few({0.1}), {}), Error);
  EXPECT_THROW((void)measure_robustness(codes, make_labels(std::vector<std::int32_t>(40, 0)), few({0.1}), {}), Error);
}

TEST(Curve, IsStraightBetweenItsPoints) {
  const Curve curve{{0.0, 0.2, 0.4}, {1.0, 0.8, 0.2}};
  EXPECT_DOUBLE_EQ(*curve.at(0.2), 0.8);
  EXPECT_DOUBLE_EQ(*curve.at(0.3), 0.5);
  EXPECT_FALSE(curve.at(0.5).has_value());
  EXPECT_FALSE(curve.at(-0.1).has_value());
}

TEST(OvertakesAt, IsWhereTheLinesCross) {
  const std::vector<double> x{0.0, 0.1, 0.2};
  const Curve reference{x, {0.9, 0.8, 0.5}};
  // −.1 at 0, −.1 at .1, +.2 at .2: a third of the way from .1 to .2.
  EXPECT_NEAR(*overtakes_at({x, {0.8, 0.7, 0.7}}, reference), 0.1 + 0.1 / 3.0, 1e-12);
  EXPECT_DOUBLE_EQ(*overtakes_at({x, {0.95, 0.7, 0.7}}, reference), 0.0);
  EXPECT_FALSE(overtakes_at({x, {0.8, 0.7, 0.5}}, reference).has_value());
}

TEST(LeadAt, IsReadBetweenTwoDeltas) {
  const Curve mine{{0.0, 0.4}, {0.8, 0.8}};
  const Curve other{{0.0, 0.4}, {0.9, 0.5}};
  EXPECT_NEAR(*overtakes_at(mine, other), 0.1, 1e-12);
  EXPECT_NEAR(*lead_at(0.3, mine, other), 20.0, 1e-12);  // 0.8 against 0.6
  EXPECT_EQ(lead_at(0.5, mine, other), std::nullopt);
}

}  // namespace
}  // namespace columnar::robustness_test
