#include "columnar_lab/baselines/logistic_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/core/random.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::logistic_step_test {
namespace {

using testing_support::wide;

struct Sample {
  std::vector<float> input;
  RowMatrix outputs;
  std::vector<LogisticTarget> targets;
};

Sample random_sample(std::size_t width, std::uint32_t rows, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  Sample sample;
  sample.outputs.resize(rows, static_cast<Eigen::Index>(width));
  for (std::size_t i = 0; i < width; ++i) {
    sample.input.push_back(static_cast<float>(0.3 * random.normal(rows, i)));
    for (std::uint32_t row = 0; row < rows; ++row) {
      sample.outputs(row, static_cast<Eigen::Index>(i)) = static_cast<float>(0.3 * random.normal(row, i));
    }
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    sample.targets.push_back({row, row % 3 == 0 ? 1.0F : 0.0F});
  }
  return sample;
}

TEST(LogisticLoss, OfTwoTargetsWorkedByHand) {
  // x = (1, 2); y = (0.5, 0) wanted near, score 0.5; z = (0, -1) wanted far, score -2.
  RowMatrix outputs(2, 2);
  outputs << 0.5F, 0.0F, 0.0F, -1.0F;
  const std::vector<float> x{1.0F, 2.0F};
  const std::vector<LogisticTarget> targets{{0, 1.0F}, {1, 0.0F}};
  EXPECT_NEAR(logistic_loss(x, outputs, targets), std::log(1.0 + std::exp(-0.5)) + std::log(1.0 + std::exp(-2.0)),
              1e-12);
}

TEST(LogisticStep, OfTwoTargetsWorkedByHand) {
  // σ(0.5) = .6224593, σ(-2) = .1192029; rate 0.1: slopes .03775407 and -.01192029.
  RowMatrix outputs(2, 2);
  outputs << 0.5F, 0.0F, 0.0F, -1.0F;
  std::vector<float> x{1.0F, 2.0F};
  logistic_step_reference(x, outputs, std::vector<LogisticTarget>{{0, 1.0F}, {1, 0.0F}}, 0.1);
  EXPECT_NEAR(wide(x[0]), 1.0 + 0.5 * 0.03775407, 1e-6);
  EXPECT_NEAR(wide(x[1]), 2.0 + 0.01192029, 1e-6);
  EXPECT_NEAR(wide(outputs(0, 0)), 0.5 + 0.03775407, 1e-6);
  EXPECT_NEAR(wide(outputs(0, 1)), 2.0 * 0.03775407, 1e-6);
  EXPECT_NEAR(wide(outputs(1, 0)), -0.01192029, 1e-6);
  EXPECT_NEAR(wide(outputs(1, 1)), -1.0 - 2.0 * 0.01192029, 1e-6);
}

TEST(LogisticStep, FollowsTheFiniteDifferencesOfTheLoss) {
  const Sample before = random_sample(8, 6, 1);
  Sample after = before;
  logistic_step_reference(after.input, after.outputs, after.targets, 1.0);
  constexpr float kSmall = 1.0F / 256.0F;
  const auto slope = [&](const auto& move) {
    Sample up = before;
    Sample down = before;
    move(up, kSmall);
    move(down, -kSmall);
    return (logistic_loss(up.input, up.outputs, up.targets) - logistic_loss(down.input, down.outputs, down.targets)) /
           (2.0 * wide(kSmall));
  };
  for (std::size_t i = 0; i < before.input.size(); ++i) {
    const double expected = slope([&](Sample& sample, float by) { sample.input[i] += by; });
    EXPECT_NEAR(wide(before.input[i] - after.input[i]), expected, 1e-5);
    for (Eigen::Index row = 0; row < before.outputs.rows(); ++row) {
      const auto column = static_cast<Eigen::Index>(i);
      const double wanted = slope([&](Sample& sample, float by) { sample.outputs(row, column) += by; });
      EXPECT_NEAR(wide(before.outputs(row, column) - after.outputs(row, column)), wanted, 1e-5);
    }
  }
}

TEST(LogisticStep, FastAndPlainAgreeAtEveryWidth) {
  for (const std::size_t width : {8, 32, 40, 64, 128}) {
    for (const std::uint32_t rows : {1U, 6U, 8U, 19U}) {
      Sample plain = random_sample(width, rows, width + rows);
      plain.targets.push_back(plain.targets.front());  // a target that comes twice
      Sample fast = plain;
      logistic_step_reference(plain.input, plain.outputs, plain.targets, 0.5);
      with_logistic_step(width, [&](auto step) { step(fast.input.data(), fast.outputs.data(), fast.targets, 0.5F); });
      for (std::size_t i = 0; i < width; ++i) {
        ASSERT_NEAR(wide(plain.input[i]), wide(fast.input[i]), 2e-6) << width << " " << rows;
      }
      ASSERT_LT((plain.outputs - fast.outputs).cwiseAbs().maxCoeff(), 2e-6F) << width << " " << rows;
    }
  }
}

TEST(LogisticStep, StaysFiniteWhereTheScoreIsHuge) {
  std::vector<float> input(8, 1e4F);
  RowMatrix outputs = RowMatrix::Constant(2, 8, 1e4F);
  outputs.row(1) *= -1.0F;
  LogisticStep<Eigen::Dynamic> step(8);
  step(input.data(), outputs.data(), std::vector<LogisticTarget>{{0, 1.0F}, {1, 0.0F}}, 0.025F);
  EXPECT_FLOAT_EQ(input[0], 1e4F);  // both are right already: nothing moves
  EXPECT_FLOAT_EQ(outputs(1, 3), -1e4F);
}

TEST(FallingRate, GoesFromTheFirstRateToTheLastOfWord2vec) {
  EXPECT_FLOAT_EQ(falling_rate(0.025, 0.0), 0.025F);
  EXPECT_FLOAT_EQ(falling_rate(0.025, 0.5), 0.01255F);
  EXPECT_FLOAT_EQ(falling_rate(0.025, 1.0), 0.0001F);
}

}  // namespace
}  // namespace columnar::logistic_step_test
