#include "columnar_lab/baselines/adam.hpp"

#include <gtest/gtest.h>

namespace columnar::adam_test {
namespace {

TEST(Adam, TakesTwoStepsWorkedByHand) {
  Adam<double> adam(1, 0.1);
  std::vector<double> weights{1.0};
  adam.step(weights, std::vector<double>{2.0}, 1);
  // m = .2, v = .004; freed of the start 2 and 4: 1 - .1 * 2 / (2 + 1e-8).
  EXPECT_NEAR(weights[0], 1.0 - 0.1 * 2.0 / (2.0 + 1e-8), 1e-15);
  const double first = weights[0];
  adam.step(weights, std::vector<double>{-1.0}, 1);
  // m = .18 - .1 = .08, v = .003996 + .001 = .004996; divided by 1 - .81 = .19 and 1 - .998001 = .001999.
  EXPECT_NEAR(weights[0], first - 0.1 * (0.08 / 0.19) / (std::sqrt(0.004996 / 0.001999) + 1e-8), 1e-13);
}

TEST(Adam, MovesTheSameWayWithManyThreads) {
  std::vector<float> one(200000);
  std::vector<float> gradient(one.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    gradient[i] = static_cast<float>(i % 97) - 50.0F;
  }
  std::vector<float> many = one;
  Adam<float> alone(one.size(), 0.01);
  Adam<float> together(one.size(), 0.01);
  for (int step = 0; step < 3; ++step) {
    alone.step(one, gradient, 1);
    together.step(many, gradient, 4);
  }
  EXPECT_EQ(one, many);
  EXPECT_NE(one[0], 0.0F);
}

}  // namespace
}  // namespace columnar::adam_test
