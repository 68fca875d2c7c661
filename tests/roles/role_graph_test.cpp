#include "columnar/roles/role_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "columnar/graph/generators.hpp"

namespace columnar::role_graph_test {
namespace {

using testing::ElementsAre;

Role role_with(std::size_t feature, std::uint8_t level) {
  RoleLevels levels{};
  levels[feature] = level;
  return pack(levels);
}

TEST(RoleGraph, OfThreeRolesWorkedByHand) {
  // Apart in the last feature only: levels 0, 1 and 3. The farthest of 0 is at 3, so its weight to 1 is
  // (3 / (1 + .3))²; that of 1 to 0 is (2 / (1 + .2))², and the larger one counts.
  const std::vector<Role> roles{0, 1, 3};
  const Graph graph = role_graph(roles, 1);
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(graph.ids.integers, roles);
  EXPECT_THAT(graph.targets, ElementsAre(1, 2, 0, 2, 0, 1));
  EXPECT_NEAR(graph.weight(0, 1), 9.0 / 1.69, 1e-6);
  EXPECT_NEAR(graph.weight(1, 0), 9.0 / 1.69, 1e-6);
  EXPECT_NEAR(graph.weight(0, 2), 9.0 / (3.3 * 3.3), 1e-6);
  EXPECT_NEAR(graph.weight(1, 2), 9.0 / (2.3 * 2.3), 1e-6);
}

TEST(RoleGraph, LinksTheNearestAndThoseThatAreNearestTo) {
  // Ten roles in a row: the five nearest of the first are the next five. The middle ones hear of both sides.
  std::vector<Role> roles;
  for (Role level = 0; level < 10; ++level) {
    roles.push_back(3 * level);
  }
  const Graph graph = role_graph(roles, 1);
  EXPECT_THAT(graph.neighbours(0), ElementsAre(1, 2, 3, 4, 5));
  for (NodeIndex u = 0; u < 10; ++u) {
    EXPECT_GE(graph.degree(u), kNearestRoles);
    EXPECT_TRUE(std::ranges::is_sorted(graph.neighbours(u)));
    for (const NodeIndex v : graph.neighbours(u)) {
      EXPECT_NE(u, v);
      EXPECT_EQ(graph.weight(u, v), graph.weight(v, u));
    }
  }
}

TEST(RoleGraph, CountsTheDegreeMostAndTheSecondStepLeast) {
  // One level away from 0 in each feature: as far as the feature weighs. Two features at two steps weigh 1.
  std::vector<Role> known;
  for (std::size_t feature = 0; feature < kRoleFeatures; ++feature) {
    known.push_back(role_with(feature, 1));
  }
  std::ranges::sort(known);
  const EdgeChanges edges = edges_to_nearest(known, std::vector<Role>{0}, 1);
  ASSERT_EQ(edges.changes.size(), kNearestRoles);
  EXPECT_EQ(edges.ids.integers.front(), 0);
  std::set<Role> nearest;
  for (const EdgeChange& change : edges.changes) {
    EXPECT_EQ(change.kind, ChangeKind::kAdd);
    EXPECT_EQ(change.u, 0U);
    nearest.insert(edges.ids.integers[change.v]);
  }
  // Weights 1 1 2 2 2 of the features at two steps and of the neighbours; the node's own are farther.
  EXPECT_THAT(nearest,
              ElementsAre(role_with(8, 1), role_with(7, 1), role_with(6, 1), role_with(5, 1), role_with(4, 1)));
  // At distance 1, with the farthest at 2: (2 / 1.2)². At the farthest itself: (1 / 1.1)².
  EXPECT_NEAR(edges.changes.front().weight.value(), 4.0 / 1.44, 1e-6);
  EXPECT_NEAR(edges.changes.back().weight.value(), 1.0 / 1.21, 1e-6);
}

TEST(RoleGraph, OfOneRoleHasNoEdge) {
  const Graph graph = role_graph(std::vector<Role>{7}, 1);
  EXPECT_EQ(graph.node_count(), 1U);
  EXPECT_TRUE(graph.targets.empty());
}

TEST(RoleGraph, IsTheSameAtAnyNumberOfThreads) {
  const RowMatrix features = role_features(planted_communities(900, 4, 7.0, 0.3, 2).graph, 1);
  std::vector<Role> roles = roles_of(role_scale(features), features);
  std::ranges::sort(roles);
  roles.erase(std::ranges::unique(roles).begin(), roles.end());
  ASSERT_GT(roles.size(), 600U);
  const Graph one = role_graph(roles, 1);
  for (const int threads : {2, 5}) {
    const Graph more = role_graph(roles, threads);
    EXPECT_EQ(more.targets, one.targets);
    EXPECT_EQ(more.weights, one.weights);
  }
}

}  // namespace
}  // namespace columnar::role_graph_test
