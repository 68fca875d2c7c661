#include "columnar/graph/both_directions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_graphs.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing_support::tiny_graph;

TEST(BothDirections, LeadsEveryEdgeBack) {
  const Graph graph = both_directions(tiny_graph(4, {{0, 1}, {2, 1}, {1, 3}, {3, 1}}, true));
  EXPECT_FALSE(graph.directed);
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1));
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2, 3));
  EXPECT_THAT(graph.neighbours(3), ElementsAre(1));
  EXPECT_FALSE(graph.is_weighted());
}

TEST(BothDirections, AddsTheWeightsOfTwoWays) {
  const Graph graph = both_directions(tiny_graph(3, {{0, 1, 2.0}, {1, 0, 3.0}, {1, 2, 4.0}}, true));
  EXPECT_EQ(graph.weight(0, 1), 5.0);
  EXPECT_EQ(graph.weight(1, 0), 5.0);
  EXPECT_EQ(graph.weight(2, 1), 4.0);
}

TEST(BothDirections, LeavesAnUndirectedGraphAsItIs) {
  const Graph graph = tiny_graph(3, {{0, 1, 2.0}, {1, 2, 4.0}}, false);
  EXPECT_EQ(both_directions(graph).targets, graph.targets);
  EXPECT_EQ(both_directions(graph).weights, graph.weights);
}

}  // namespace
}  // namespace columnar
