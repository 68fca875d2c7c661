#include "columnar_lab/evaluate/gradient_encoder.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/tiny_graphs.hpp"

namespace columnar::gradient_encoder_test {
namespace {

using testing_support::wide;

const GradientConfig kSmall{.hidden = 5, .epochs = 40, .learning_rate = 0.2};
const std::vector<std::uint16_t> kBits{1, 4};

/// ∂loss / ∂weight by differences, one weight at a time.
double slope_at(GradientEncoder& network, float& weight, std::int32_t label, std::size_t head) {
  constexpr float kStep = 0.01F;
  const float held = weight;
  weight = held + kStep;
  const double above = network.loss(kBits, label, head);
  weight = held - kStep;
  const double below = network.loss(kBits, label, head);
  weight = held;
  return (above - below) / (2.0 * wide(kStep));
}

/// Compares how a step of rate 1 moves every weight of a matrix with the slope of the loss.
void expect_descent(RowMatrix& (*weights_of)(GradientEncoder&)) {
  GradientEncoder network(6, {3, 2}, kSmall, 7);
  GradientEncoder moved = network;
  moved.step(kBits, 2, 0, 1.0);
  RowMatrix& before = weights_of(network);
  const RowMatrix& after = weights_of(moved);
  bool any = false;
  for (Eigen::Index i = 0; i < before.rows(); ++i) {
    for (Eigen::Index j = 0; j < before.cols(); ++j) {
      const double change = wide(before(i, j)) - wide(after(i, j));
      EXPECT_NEAR(change, slope_at(network, before(i, j), 2, 0), 2e-3) << i << ", " << j;
      any = any || std::abs(change) > 1e-2;
    }
  }
  EXPECT_TRUE(any);
}

TEST(GradientEncoder, StepsDownTheSlopeOfItsLossInTheHiddenLayer) {
  expect_descent([](GradientEncoder& network) -> RowMatrix& { return network.input_weights(); });
}

TEST(GradientEncoder, StepsDownTheSlopeOfItsLossInTheHead) {
  expect_descent([](GradientEncoder& network) -> RowMatrix& { return network.head_weights(0); });
}

TEST(GradientEncoder, LeavesOtherHeadsAlone) {
  GradientEncoder network(6, {3, 2}, kSmall, 7);
  const RowMatrix other = network.head_weights(1);
  network.step(kBits, 0, 0, 0.5);
  EXPECT_EQ(network.head_weights(1), other);
}

TEST(GradientEncoder, LearnsWhichBitMeansWhichClass) {
  // Bits 0 to 2 tell the class, bit 3 is always on.
  L4Codes l4{2, 1, {}};
  std::vector<std::int32_t> classes;
  std::vector<NodeIndex> nodes;
  for (NodeIndex v = 0; v < 30; ++v) {
    l4.bits.insert(l4.bits.end(), {static_cast<std::uint16_t>(v % 3), 3});
    classes.push_back(static_cast<std::int32_t>(v % 3));
    nodes.push_back(v);
  }
  GradientEncoder network(4, {3}, kSmall, 1);
  GradientEncoder again(4, {3}, kSmall, 1);
  network.learn(l4, classes, nodes, 0);
  again.learn(l4, classes, nodes, 0);
  for (NodeIndex v = 0; v < 3; ++v) {
    EXPECT_EQ(network.predict(l4.code(v), 0), static_cast<std::int32_t>(v));
    EXPECT_LT(network.loss(l4.code(v), static_cast<std::int32_t>(v), 0), 0.3);
  }
  EXPECT_EQ(network.input_weights(), again.input_weights());
}

}  // namespace
}  // namespace columnar::gradient_encoder_test
