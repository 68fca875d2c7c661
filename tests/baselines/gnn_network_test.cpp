#include "columnar_lab/baselines/gnn_network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::gnn_network_test {
namespace {

using testing_support::tiny_graph;
using testing_support::TinyEdge;

class BothNetworks : public testing::TestWithParam<GnnKind> {};

/// A ring of `nodes` with some chords; node v has the columns v mod 5 and 5 + v mod 3.
struct Example {
  Graph graph;
  Attributes features;
  std::vector<std::int32_t> classes;
  std::vector<NodeIndex> train;

  explicit Example(NodeIndex nodes, bool directed = false) {
    std::vector<TinyEdge> edges;
    features.width = 8;
    for (NodeIndex v = 0; v < nodes; ++v) {
      edges.push_back({v, (v + 1) % nodes, 1.0 + v % 2});
      edges.push_back({v, (v * 3 + 2) % nodes});
      features.indices.insert(features.indices.end(), {v % 5, 5 + v % 3});
      features.values.insert(features.values.end(), {1.0F + static_cast<float>(v % 4), -0.5F});
      features.offsets.push_back(features.indices.size());
      classes.push_back(static_cast<std::int32_t>(v % 3));
      if (v % 4 != 1) {
        train.push_back(v);
      }
    }
    graph = tiny_graph(nodes, edges, directed);
  }
};

/// Compares each derivative with a central difference of the loss.
void expect_gradient(GnnKind kind, const Example& example, const Dropout& dropout) {
  const GnnShape shape{kind, 8, 6, 3};
  GnnNetwork<double> network(shape, example.graph, example.features, RowScale::kSum, 1);
  std::vector<double> weights = network.initial_weights(3);
  for (std::size_t i = 0; i < shape.hidden; ++i) {
    weights[shape.first_size() + i] = 0.03 * static_cast<double>(i) - 0.05;  // biases off zero
  }
  std::vector<double> gradient(weights.size());
  std::vector<double> ignored(weights.size());
  const auto loss = [&](std::vector<double>& out) {
    return network.loss_and_gradient(weights, example.classes, example.train, dropout, 0.01, out);
  };
  (void)loss(gradient);
  double largest = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    constexpr double kStep = 1e-6;
    const double middle = weights[i];
    weights[i] = middle + kStep;
    const double above = loss(ignored);
    weights[i] = middle - kStep;
    const double below = loss(ignored);
    weights[i] = middle;
    EXPECT_NEAR(gradient[i], (above - below) / (2 * kStep), 1e-8) << "weight " << i;
    largest = std::max(largest, std::abs(gradient[i]));
  }
  EXPECT_GT(largest, 0.01);
}

TEST_P(BothNetworks, GradientAgreesWithFiniteDifferences) { expect_gradient(GetParam(), Example(13), {}); }

TEST_P(BothNetworks, GradientAgreesWithFiniteDifferencesUnderDropout) {
  expect_gradient(GetParam(), Example(13), {0.5, 7, 2});
}

TEST_P(BothNetworks, GradientAgreesWithFiniteDifferencesOnADirectedGraph) {
  expect_gradient(GetParam(), Example(11, true), {0.3, 1, 1});
}

TEST_P(BothNetworks, GiveTheSameBytesForEveryThreadCountAndPlaceInMemory) {
  const Example example(1200);
  const GnnShape shape{GetParam(), 8, 70, 3};
  std::vector<float> gradients[3];
  double losses[3] = {};
  for (const std::size_t i : {0, 1, 2}) {
    GnnNetwork<float> network(shape, example.graph, example.features, RowScale::kRoot, static_cast<int>(i) + 1);
    std::vector<float> room(shape.size() + i);  // begins i floats later each time
    losses[i] = network.loss_and_gradient(network.initial_weights(5), example.classes, example.train, {0.5, 1, 1}, 5e-4,
                                          std::span(room).subspan(i));
    gradients[i].assign(room.begin() + static_cast<std::ptrdiff_t>(i), room.end());
  }
  EXPECT_EQ(losses[0], losses[1]);
  EXPECT_EQ(losses[0], losses[2]);
  EXPECT_EQ(gradients[0], gradients[1]);
  EXPECT_EQ(gradients[0], gradients[2]);
}

TEST_P(BothNetworks, RefuseFeaturesOfAnotherGraph) {
  const Example example(10);
  EXPECT_THROW(GnnNetwork<float>(GnnShape{GetParam(), 8, 4, 3}, Example(9).graph, example.features, RowScale::kSum, 1),
               Error);
  EXPECT_THROW(GnnNetwork<float>(GnnShape{GetParam(), 7, 4, 3}, example.graph, example.features, RowScale::kSum, 1),
               Error);
}

INSTANTIATE_TEST_SUITE_P(Gnn, BothNetworks, testing::Values(GnnKind::kGcn, GnnKind::kSage),
                         [](const auto& of) { return std::string(of.param == GnnKind::kGcn ? "Gcn" : "Sage"); });

/// The path 0 - 1 - 2, one column (1, 2, 3), one hidden value.
struct Path {
  Graph graph = tiny_graph(3, {{0, 1}, {1, 2}});
  Attributes features{{0, 1, 2, 3}, {0, 0, 0}, {1.0F, 2.0F, 3.0F}, 1, {}};
};

TEST(Gcn, LogitsOfAPathWorkedByHand) {
  const Path path;
  const GnnNetwork<double> network({GnnKind::kGcn, 1, 1, 2}, path.graph, path.features, RowScale::kNone, 1);
  // W1 = 2, b1 = -3, W2 = (1, -1), b2 = (0, .5).
  const auto logits = network.logits(std::vector<double>{2, -3, 1, -1, 0, 0.5});
  const double s = 1 / std::sqrt(6.0);
  const double h0 = std::max(0.0, 2 * (0.5 * 1 + s * 2) - 3);
  const double h1 = std::max(0.0, 2 * (s * 1 + 2.0 / 3 + s * 3) - 3);
  const double h2 = std::max(0.0, 2 * (s * 2 + 0.5 * 3) - 3);
  EXPECT_EQ(h0, 0.0);  // the ReLU is at work
  EXPECT_NEAR(logits(0, 0), 0.5 * h0 + s * h1, 1e-14);
  EXPECT_NEAR(logits(1, 0), s * h0 + h1 / 3 + s * h2, 1e-14);
  EXPECT_NEAR(logits(2, 1), 0.5 - (s * h1 + 0.5 * h2), 1e-14);
}

TEST(Sage, LogitsOfAPathWorkedByHand) {
  const Path path;
  const GnnNetwork<double> network({GnnKind::kSage, 1, 1, 1}, path.graph, path.features, RowScale::kNone, 1);
  // Layer 1: own 2, neighbours -1, bias .5; layer 2: own 3, neighbours 10, bias 1.
  const auto logits = network.logits(std::vector<double>{2, -1, 0.5, 3, 10, 1});
  // Neighbour means 2, 2, 2: hidden .5, 2.5, 4.5; their neighbour means 2.5, 2.5, 2.5.
  EXPECT_NEAR(logits(0, 0), 3 * 0.5 + 25 + 1, 1e-13);
  EXPECT_NEAR(logits(1, 0), 3 * 2.5 + 25 + 1, 1e-13);
  EXPECT_NEAR(logits(2, 0), 3 * 4.5 + 25 + 1, 1e-13);
}

TEST(RowScale, DividesEachRowByItsSumOrByTheRootOfItsSquares) {
  // Node 0 has (3, -4), node 1 nothing. The hidden value is own · (1, 0) of the features; the logit passes it on.
  const Graph graph = tiny_graph(2, {{0, 1}});
  const Attributes features{{0, 2, 2}, {0, 1}, {3.0F, -4.0F}, 2, {}};
  const auto logit = [&](RowScale scale) {
    const GnnNetwork<double> network({GnnKind::kSage, 2, 1, 1}, graph, features, scale, 1);
    return network.logits(std::vector<double>{1, 0, 0, 0, 0, 1, 0, 0})(0, 0);
  };
  EXPECT_NEAR(logit(RowScale::kNone), 3.0, 1e-14);
  EXPECT_NEAR(logit(RowScale::kSum), 3.0 / 7.0, 1e-14);
  EXPECT_NEAR(logit(RowScale::kRoot), 0.6, 1e-14);
}

TEST(CrossEntropy, OfTwoRowsWorkedByHand) {
  RowsOf<double> logits(3, 2);
  logits << 0, std::log(3.0), 9, 9, 1000, 1000;
  const std::vector<std::int32_t> classes{0, 0, 1};
  const std::vector<NodeIndex> nodes{0, 2};
  RowsOf<double> gradient;
  EXPECT_NEAR(cross_entropy(logits, classes, nodes, &gradient), (std::log(4.0) + std::log(2.0)) / 2, 1e-14);
  RowsOf<double> expected(3, 2);
  expected << (0.25 - 1) / 2, 0.75 / 2, 0, 0, 0.25, -0.25;
  EXPECT_TRUE(gradient.isApprox(expected, 1e-14));
  EXPECT_EQ(cross_entropy(logits, classes, {}), 0.0);
}

TEST(Dropout, ZeroesItsShareAndKeepsTheMean) {
  // One column for each of 4000 nodes without edges: GCN passes each value on, so sums of logits are sums of kept ones.
  constexpr NodeIndex kNodes = 4000;
  const Graph graph = tiny_graph(kNodes, {{0, 1}});
  Attributes features;
  features.width = 1;
  for (NodeIndex v = 0; v < kNodes; ++v) {
    features.indices.push_back(0);
    features.offsets.push_back(features.indices.size());
  }
  GnnNetwork<double> network({GnnKind::kGcn, 1, 1, 2}, graph, features, RowScale::kNone, 1);
  std::vector<NodeIndex> train(kNodes);
  std::iota(train.begin(), train.end(), NodeIndex{0});
  const std::vector<std::int32_t> classes(kNodes, 0);
  std::vector<double> gradient(network.shape().size());
  // The gradient of W2 at zero logits is the mean hidden value times -1/2: rate .25 twice, each kept value (4/3)².
  const std::vector<double> weights{1, 0, 0, 0, 0, 0};
  (void)network.loss_and_gradient(weights, classes, train, {0.25, 1, 1}, 0.0, gradient);
  EXPECT_NEAR(gradient[2], -0.5, 0.02);
  const double kept = -2 * gradient[2] / (16.0 / 9.0);
  EXPECT_NEAR(kept, 0.5625, 0.025);
  std::vector<double> other(gradient.size());
  (void)network.loss_and_gradient(weights, classes, train, {0.25, 1, 2}, 0.0, other);
  EXPECT_NE(gradient[2], other[2]);
}

}  // namespace
}  // namespace columnar::gnn_network_test
