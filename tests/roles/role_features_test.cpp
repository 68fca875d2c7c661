#include "columnar/roles/role_features.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::role_features_test {
namespace {

using testing_support::tiny_graph;

using Expected = std::array<double, kRoleFeatures>;

void expect_row(const RowMatrix& features, Eigen::Index row, const Expected& expected) {
  for (std::size_t i = 0; i < kRoleFeatures; ++i) {
    EXPECT_NEAR(features(row, static_cast<Eigen::Index>(i)), expected[i], 0x1p-11)
        << "row " << row << ", " << kRoleFeatureNames[i];
  }
}

TEST(RoleFeatures, OfAStarWorkedByHand) {
  // Centre: degree 3, and its neighbours have one neighbour each, so h = 1. Leaf: degree 1, h = 1. No triangle.
  const double one = std::log(2.0);
  const double three = std::log(4.0);
  const RowMatrix features = role_features(star_graph(3), 1);
  expect_row(features, 0, {three, one, 0, one, one, 0, three, one, 0});
  for (Eigen::Index leaf = 1; leaf <= 3; ++leaf) {
    expect_row(features, leaf, {one, one, 0, three, one, 0, one, one, 0});
  }
}

TEST(RoleFeatures, OfAPathWorkedByHand) {
  // 0 - 1 - 2 - 3: degrees 1 2 2 1. Node 1 has neighbours of degree 1 and 2, so h = 1.
  const double one = std::log(2.0);
  const double two = std::log(3.0);
  const double mean = (one + two) / 2;
  const RowMatrix features = role_features(path_graph(4), 1);
  expect_row(features, 0, {one, one, 0, two, one, 0, mean, one, 0});
  expect_row(features, 1, {two, one, 0, mean, one, 0, (two + mean) / 2, one, 0});
  EXPECT_EQ(features.row(0), features.row(3));
  EXPECT_EQ(features.row(1), features.row(2));
}

TEST(RoleFeatures, OfATriangleWithATailWorkedByHand) {
  // Triangle 0 1 2, and node 3 at node 0. Of the three pairs of node 0's neighbours one is linked.
  const RowMatrix features = role_features(tiny_graph(4, {{0, 1}, {1, 2}, {0, 2}, {0, 3}}), 1);
  const double one = std::log(2.0);
  const double two = std::log(3.0);
  const double three = std::log(4.0);
  expect_row(features, 0,
             {three, two, 1.0 / 3, (2 * two + one) / 3, (2 * two + one) / 3, 2.0 / 3, (two + 2 * three) / 3,
              (2 * two + two) / 3, (2.0 / 3 + 2.0 / 3 + 1.0 / 3) / 3});
  expect_row(features, 3, {one, one, 0, three, two, 1.0 / 3, (2 * two + one) / 3, (2 * two + one) / 3, 2.0 / 3});
  EXPECT_EQ(features.row(1), features.row(2));
}

TEST(RoleFeatures, OfACliqueAreThoseOfAnyOtherNodeOfIt) {
  const RowMatrix features = role_features(clique_graph(6), 1);
  const double five = std::log(6.0);
  for (Eigen::Index node = 0; node < 6; ++node) {
    expect_row(features, node, {five, five, 1, five, five, 1, five, five, 1});
  }
}

TEST(RoleFeatures, MeansFollowTheWeightsOfTheEdges) {
  // Node 1 is linked to a leaf by weight 1 and to a node of degree 2 by weight 3.
  const RowMatrix features = role_features(tiny_graph(4, {{0, 1, 1}, {1, 2, 3}, {2, 3, 1}}), 1);
  EXPECT_NEAR(features(1, 3), (std::log(2.0) + 3 * std::log(3.0)) / 4, 0x1p-11);
  EXPECT_NEAR(features(1, 0), std::log(3.0), 0x1p-11);  // the degree counts edges
}

TEST(RoleFeatures, OfANodeWithoutEdgesAreZero) {
  const RowMatrix features = role_features(tiny_graph(3, {{0, 1}}), 1);
  expect_row(features, 2, {});
}

TEST(RoleFeatures, OfAHubMeasureClusteringOnSomeOfItsNeighbours) {
  // A hub of 300 neighbours in two cliques of 150: almost half of all pairs are linked.
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex leaf = 1; leaf <= 300; ++leaf) {
    edges.push_back({0, leaf});
    for (NodeIndex other = leaf + 1; other <= 300; ++other) {
      if (leaf % 2 == other % 2) {
        edges.push_back({leaf, other});
      }
    }
  }
  EXPECT_NEAR(role_features(tiny_graph(301, edges), 1)(0, 2), 0.5, 0.05);
}

TEST(RoleFeatures, OfSomeRowsAreThoseOfTheWholeGraphAtAnyNumberOfThreads) {
  const Graph graph = planted_communities(700, 5, 8.0, 0.2, 3).graph;
  const RowMatrix all = role_features(graph, 1);
  EXPECT_EQ(role_features(graph, 2), all);
  EXPECT_EQ(role_features(graph, 5), all);
  const std::vector<NodeIndex> rows{3, 699, 0, 250};
  const RowMatrix some = role_features(graph, rows, 2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(some.row(static_cast<Eigen::Index>(i)), all.row(rows[i])) << rows[i];
  }
}

TEST(RoleFeatures, DoNotDependOnTheNamesOfTheNodes) {
  const Graph club = karate_club().graph;
  std::vector<testing_support::TinyEdge> turned;
  for (NodeIndex u = 0; u < club.node_count(); ++u) {
    for (const NodeIndex v : club.neighbours(u)) {
      if (u < v) {
        turned.push_back({33 - u, 33 - v});
      }
    }
  }
  const RowMatrix there = role_features(tiny_graph(34, turned), 1);
  const RowMatrix here = role_features(club, 1);
  for (Eigen::Index node = 0; node < 34; ++node) {
    EXPECT_EQ(here.row(node), there.row(33 - node)) << node;
  }
}

}  // namespace
}  // namespace columnar::role_features_test
