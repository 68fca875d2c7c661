#include "columnar/graph/symmetric_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/tiny_graphs.hpp"

namespace columnar::symmetric_graph_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing_support::tiny_graph;

TEST(SymmetricGraph, FollowsEveryEdgeFromBothEnds) {
  const Graph directed = tiny_graph(4, {{0, 1}, {2, 1}, {1, 3}, {3, 1}}, true);
  const SymmetricGraph symmetric(directed);
  const Graph& graph = symmetric.graph();
  EXPECT_FALSE(graph.directed);
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1));
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2, 3));
  EXPECT_THAT(graph.neighbours(2), ElementsAre(1));
  EXPECT_THAT(graph.neighbours(3), ElementsAre(1));
}

TEST(SymmetricGraph, DiscountsEdgesIntoPopularNodesWorkedByHand) {
  // in(1) = 3, in(3) = 1; 1 and 3 are linked both ways.
  const Graph directed = tiny_graph(4, {{0, 1}, {2, 1}, {1, 3}, {3, 1}}, true);
  const SymmetricGraph symmetric(directed);
  const Graph& graph = symmetric.graph();
  EXPECT_NEAR(graph.weight(0, 1), 0.8480702, 1e-6);  // 3^-0.15
  EXPECT_EQ(graph.weight(1, 0), graph.weight(0, 1));
  EXPECT_EQ(graph.weight(2, 1), graph.weight(0, 1));
  EXPECT_NEAR(graph.weight(1, 3), 1.8480702, 1e-6);
  EXPECT_EQ(graph.weight(3, 1), graph.weight(1, 3));
}

TEST(SymmetricGraph, TakesWeightsIntoAccount) {
  const Graph directed = tiny_graph(3, {{0, 1, 2.0}, {1, 0, 3.0}, {1, 2, 4.0}}, true);
  const SymmetricGraph symmetric(directed);
  const Graph& graph = symmetric.graph();
  EXPECT_NEAR(graph.weight(0, 1), 2.0 * std::pow(2.0, -0.15) + 3.0 * std::pow(3.0, -0.15), 1e-6);
  EXPECT_EQ(graph.weight(1, 0), graph.weight(0, 1));
  EXPECT_NEAR(graph.weight(2, 1), 4.0 * std::pow(4.0, -0.15), 1e-6);
}

TEST(SymmetricGraph, KeepsEveryWeightAboveZeroAndFinite) {
  const Graph directed = tiny_graph(4, {{0, 1, 1e-44}, {2, 1, 3e38}, {1, 2, 3e38}, {2, 3, 1e-44}}, true);
  const SymmetricGraph symmetric(directed);
  EXPECT_THAT(symmetric.graph().weights, Each(Gt(0.0F)));
  EXPECT_TRUE(std::isfinite(symmetric.graph().weight(1, 2)));
}

TEST(SymmetricGraph, UsesAnUndirectedGraphWithoutACopy) {
  const Graph graph = tiny_graph(3, {{0, 1, 2.0}, {1, 2, 4.0}}, false);
  EXPECT_EQ(&SymmetricGraph(graph).graph(), &graph);
}

}  // namespace
}  // namespace columnar::symmetric_graph_test
