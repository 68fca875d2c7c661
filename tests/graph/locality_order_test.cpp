#include "columnar/graph/locality_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::locality_order_test {
namespace {

using testing::ElementsAre;
using testing_support::tiny_graph;

void expect_every_row_once(const Graph& graph) {
  std::vector<NodeIndex> order = locality_order(graph, {});
  std::ranges::sort(order);
  std::vector<NodeIndex> all(graph.node_count());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  EXPECT_EQ(order, all);
}

TEST(LocalityOrder, HasEveryRowOnce) {
  expect_every_row_once(tiny_graph(1, {}));
  expect_every_row_once(tiny_graph(7, {{1, 5}, {5, 3}}));
  expect_every_row_once(tiny_graph(5, {{0, 3}, {3, 1}, {4, 1}}, true));
  expect_every_row_once(tiny_graph(4, {{0, 1, 1e-30}, {1, 2, 1e30}, {2, 3, 1e30}, {3, 0, 1e30}}));
  expect_every_row_once(path_graph(3000));
  expect_every_row_once(star_graph(5000));  // more than a group holds
  expect_every_row_once(planted_communities(2000, 8, 8.0, 0.2, 1).graph);
  EXPECT_TRUE(locality_order(Graph{}, {}).empty());
}

TEST(LocalityOrder, PutsCliquesTogetherThatTheRowsMixUp) {
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex u = 0; u < 30; ++u) {
    for (NodeIndex v = u + 3; v < 30; v += 3) {
      edges.push_back({u, v});
    }
  }
  edges.push_back({27, 28});
  const std::vector<NodeIndex> order = locality_order(tiny_graph(30, edges), {});
  for (std::size_t i = 1; i < 30; ++i) {
    EXPECT_EQ(order[i] % 3 == order[i - 1] % 3, i % 10 != 0) << i;
  }
  EXPECT_EQ(order[10] % 3, 1U);  // after the first clique comes the one that an edge leads to
}

TEST(LocalityOrder, MakesNoGroupLargerThanACache) {
  // All leaves of a star are drawn to its centre; beyond the 2,048th they stay with a weaker partner instead.
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex leaf = 1; leaf <= 5000; ++leaf) {
    edges.push_back({0, leaf, 1.0});
  }
  for (NodeIndex leaf = 1; leaf <= 2500; ++leaf) {
    edges.push_back({leaf, leaf + 2500, 0.5});
  }
  const std::vector<NodeIndex> order = locality_order(tiny_graph(5001, edges), {});
  const auto place = [&order](NodeIndex node) { return std::ranges::find(order, node) - order.begin(); };
  EXPECT_EQ(place(1001), place(1000) + 1);
  EXPECT_EQ(place(4900), place(2400) + 1);
}

TEST(LocalityOrder, FollowsTheHeavierEdges) {
  // A ring of six with three heavy edges: 0-3, 1-4, 2-5.
  const Graph graph = tiny_graph(6, {{0, 3, 9}, {3, 1, 1}, {1, 4, 9}, {4, 2, 1}, {2, 5, 9}, {5, 0, 1}});
  const std::vector<NodeIndex> order = locality_order(graph, {});
  for (std::size_t i = 0; i < 6; i += 2) {
    EXPECT_EQ(std::abs(static_cast<int>(order[i]) - static_cast<int>(order[i + 1])), 3);
  }
}

/// How far neighbours lie apart, on average.
double mean_distance(const Graph& graph) {
  double sum = 0.0;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      sum += std::abs(static_cast<double>(u) - static_cast<double>(v));
    }
  }
  return sum / static_cast<double>(graph.targets.size());
}

TEST(LocalityOrder, BringsNeighboursNearOneAnother) {
  const Graph graph = planted_communities(4000, 40, 10.0, 0.1, 1).graph;
  EXPECT_LT(mean_distance(in_order(graph, locality_order(graph, {}))), 0.5 * mean_distance(graph));
}

TEST(InOrder, KeepsEdgesAndWeights) {
  for (const bool directed : {false, true}) {
    const Graph graph = tiny_graph(5, {{0, 3, 2.0}, {3, 1, 3.0}, {4, 1, 4.0}, {0, 4, 1.0}}, directed);
    const std::vector<NodeIndex> order{3, 0, 4, 2, 1};
    const Graph moved = in_order(graph, order);
    EXPECT_EQ(moved.directed, directed);
    ASSERT_EQ(moved.node_count(), 5U);
    EXPECT_EQ(moved.targets.size(), graph.targets.size());
    for (NodeIndex i = 0; i < 5; ++i) {
      EXPECT_TRUE(std::ranges::is_sorted(moved.neighbours(i)));
      for (NodeIndex j = 0; j < 5; ++j) {
        EXPECT_EQ(moved.weight(i, j), graph.weight(order[i], order[j]));
      }
    }
  }
  const Graph plain = in_order(path_graph(3), std::vector<NodeIndex>{1, 0, 2});
  EXPECT_FALSE(plain.is_weighted());
  EXPECT_THAT(plain.targets, ElementsAre(1, 2, 0, 0));
}

}  // namespace
}  // namespace columnar::locality_order_test
