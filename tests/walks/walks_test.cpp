#include "columnar/walks/walks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::walks_test {
namespace {

using testing::ElementsAre;
using testing_support::tiny_graph;
using testing_support::wide;

double edge_weight(const Graph& graph, NodeIndex u, NodeIndex v) {
  const auto row = graph.neighbours(u);
  const auto found = std::find(row.begin(), row.end(), v);
  if (found == row.end()) {
    return 0.0;
  }
  return graph.is_weighted() ? wide(graph.neighbour_weights(u)[static_cast<std::size_t>(found - row.begin())]) : 1.0;
}

std::vector<NodeIndex> nodes_of(const Walks& walks, std::size_t w) {
  const auto walk = walks.walk(w);
  return {walk.begin(), walk.end()};
}

WalkConfig make_config(std::uint32_t per_node, std::uint32_t length, double p = 1.0, double q = 1.0) {
  WalkConfig config;
  config.walks_per_node = per_node;
  config.walk_length = length;
  config.return_p = p;
  config.inout_q = q;
  return config;
}

/// How many of `trials` fell where `chance` says they should: five standard deviations, and a few for the tails.
void expect_share(std::uint64_t hits, std::uint64_t trials, double chance) {
  const double expected = chance * static_cast<double>(trials);
  EXPECT_NEAR(static_cast<double>(hits), expected, 5.0 * std::sqrt(expected * (1.0 - chance)) + 3.0)
      << "chance " << chance << " in " << trials;
}

//   0 --2-- 1 --4-- 3      From 0 to 1, then: back to 0 with weight 2/p, to 2 (a neighbour of 0 too) with 1, to 3 (far
//    \      |              from 0) with 4/q.
//     5     1
//      \    |
//       `-- 2
Graph kite() { return tiny_graph(4, {{0, 1, 2.0}, {1, 3, 4.0}, {0, 2, 5.0}, {1, 2, 1.0}}); }

struct Bias {
  double p;
  double q;
  double back;    ///< chance to step 0 → 1 → 0, worked by hand
  double common;  ///< 0 → 1 → 2
  double far;     ///< 0 → 1 → 3
};

class SecondStep : public testing::TestWithParam<Bias> {};

TEST_P(SecondStep, FollowsTheBiasWorkedByHand) {
  const Bias bias = GetParam();
  const Graph graph = kite();
  const Walks walks = sample_walks(graph, make_config(20'000, 3, bias.p, bias.q), 9, {});
  std::map<NodeIndex, std::uint64_t> next;
  std::uint64_t through_one = 0;
  for (std::size_t w = 0; w < 20'000; ++w) {
    const auto walk = walks.walk(w);
    ASSERT_EQ(walk[0], 0U);
    if (walk[1] == 1) {
      ++through_one;
      ++next[walk[2]];
    }
  }
  expect_share(through_one, 20'000, 2.0 / 7.0);  // the first step knows the weights alone: 2 to 1, 5 to 2
  expect_share(next[0], through_one, bias.back);
  expect_share(next[2], through_one, bias.common);
  expect_share(next[3], through_one, bias.far);
}

INSTANTIATE_TEST_SUITE_P(Biases, SecondStep,
                         testing::Values(Bias{1.0, 1.0, 2.0 / 7, 1.0 / 7, 4.0 / 7},       // 2 : 1 : 4
                                         Bias{0.5, 2.0, 4.0 / 7, 1.0 / 7, 2.0 / 7},       // 4 : 1 : 2
                                         Bias{4.0, 0.25, 1.0 / 35, 2.0 / 35, 32.0 / 35},  // .5 : 1 : 16
                                         Bias{1e-6, 1.0, 1.0, 0.0, 0.0},                  // 2e6 : 1 : 4
                                         Bias{1e6, 1.0, 0.0, 0.2, 0.8},                   // 2e-6 : 1 : 4
                                         Bias{1.0, 1e-6, 0.0, 0.0, 1.0},                  // 2 : 1 : 4e6
                                         Bias{1.0, 1e6, 2.0 / 3, 1.0 / 3, 0.0},           // 2 : 1 : 4e-6
                                         Bias{1e-6, 1e-6, 1.0 / 3, 0.0, 2.0 / 3},         // 2e6 : 1 : 4e6
                                         Bias{1e6, 1e6, 0.0, 1.0, 0.0}));                 // 2e-6 : 1 : 4e-6

/// Compares every second-order step of long walks with the exact probabilities.
void expect_exact_steps(const Graph& graph, double p, double q) {
  const Walks walks = sample_walks(graph, make_config(1000, 20, p, q), 4, {});
  std::map<std::pair<NodeIndex, NodeIndex>, std::map<NodeIndex, std::uint64_t>> steps;
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const auto walk = walks.walk(w);
    for (std::size_t i = 2; i < walk.size(); ++i) {
      ++steps[{walk[i - 2], walk[i - 1]}][walk[i]];
    }
  }
  ASSERT_FALSE(steps.empty());
  for (auto& [edge, next] : steps) {
    const auto [t, v] = edge;
    std::map<NodeIndex, double> mass;
    double total = 0.0;
    std::uint64_t trials = 0;
    for (const NodeIndex x : graph.neighbours(v)) {
      const double alpha = x == t ? 1.0 / p : edge_weight(graph, t, x) > 0.0 ? 1.0 : 1.0 / q;
      mass[x] = alpha * edge_weight(graph, v, x);
      total += mass[x];
      trials += next[x];
    }
    for (const auto& [x, m] : mass) {
      SCOPED_TRACE(testing::Message() << t << " -> " << v << " -> " << x);
      expect_share(next[x], trials, m / total);
    }
  }
}

TEST(Walks, TakeEverySecondOrderStepWithItsExactProbability) {
  expect_exact_steps(kite(), 0.3, 5.0);
  expect_exact_steps(karate_club().graph, 0.3, 0.4);
}

TEST(Walks, KeepToTheExactProbabilitiesWhereNearlyEveryDrawIsRefused) {
  // A hub whose leaves are far from each other, but for one pair; q so large that rejection gives up.
  std::vector<testing_support::TinyEdge> edges = {{1, 2, 0.5}};
  for (NodeIndex leaf = 1; leaf <= 12; ++leaf) {
    edges.push_back({0, leaf, leaf % 3 == 0 ? 2.0 : 1.0});
  }
  expect_exact_steps(tiny_graph(13, edges), 400.0, 900.0);
  expect_exact_steps(tiny_graph(13, edges), 1e6, 30.0);
  for (auto& edge : edges) {
    edge.weight = 1.0;
  }
  expect_exact_steps(tiny_graph(13, edges), 400.0, 900.0);
  expect_exact_steps(clique_graph(5), 1e6, 1e-6);
  expect_exact_steps(tiny_graph(4, {{0, 1}, {1, 2}, {1, 3, 2.0}, {2, 0}, {3, 0}, {0, 3}}, true), 500.0, 500.0);
}

TEST(Walks, FollowTheEdgesOfADirectedGraphBackOnlyWhereTheyLeadBack) {
  expect_exact_steps(
      tiny_graph(5, {{0, 1}, {1, 2, 3.0}, {1, 3}, {0, 2}, {2, 0}, {3, 0}, {2, 1}, {1, 0, 0.5}, {3, 4}, {4, 1}}, true),
      0.25, 4.0);
}

TEST(Walks, HaveNoChoiceAtANodeOfDegreeOne) {
  const Graph graph = path_graph(2);
  for (const double p : {1e-6, 1.0, 1e6}) {
    const Walks walks = sample_walks(graph, make_config(2, 5, p, 3.0), 1, {});
    ASSERT_EQ(walks.count(), 4U);
    EXPECT_THAT(nodes_of(walks, 0), ElementsAre(0, 1, 0, 1, 0));
    EXPECT_THAT(nodes_of(walks, 3), ElementsAre(1, 0, 1, 0, 1));
  }
}

TEST(Walks, EndWhereNoEdgeLeadsOn) {
  const Walks walks = sample_walks(tiny_graph(4, {{0, 1}, {1, 2}}, true), make_config(1, 5, 0.5, 2.0), 1, {});
  EXPECT_THAT(nodes_of(walks, 0), ElementsAre(0, 1, 2));
  EXPECT_THAT(nodes_of(walks, 1), ElementsAre(1, 2));
  EXPECT_THAT(nodes_of(walks, 2), ElementsAre(2));
  EXPECT_THAT(nodes_of(walks, 3), ElementsAre(3));  // isolated
}

TEST(Walks, StartTenTimesAtEachNodeAndStepOnlyOverEdges) {
  const Graph graph = planted_communities(300, 3, 6.0, 0.2, 1).graph;
  for (const double q : {1.0, 0.5}) {
    const Walks walks = sample_walks(graph, make_config(10, 20, 1.0, q), 1, {});
    ASSERT_EQ(walks.count(), 3000U);
    for (std::size_t w = 0; w < walks.count(); ++w) {
      const auto walk = walks.walk(w);
      ASSERT_EQ(walk.size(), 20U);
      ASSERT_EQ(walk[0], w / 10);
      for (std::size_t i = 1; i < walk.size(); ++i) {
        ASSERT_GT(edge_weight(graph, walk[i - 1], walk[i]), 0.0);
      }
    }
  }
}

TEST(Walks, AreTheSameBytesAtAnyThreadCountAndOthersForAnotherSeed) {
  const Graph graph = planted_communities(2000, 4, 6.0, 0.2, 1).graph;  // four blocks of nodes
  const WalkConfig config = make_config(2, 10, 0.5, 2.0);
  const Walks one = sample_walks(graph, config, 1, {});
  EXPECT_EQ(one.nodes, sample_walks(graph, config, 1, {4, nullptr}).nodes);
  EXPECT_NE(one.nodes, sample_walks(graph, config, 2, {}).nodes);
}

TEST(Walks, PassAHubOfFiftyThousandLeavesWithoutATableOfItsPairs) {
  // A table of the second-order steps through the hub would hold 2.5e9 entries.
  // With q = 1000 nearly every draw is refused; reading the hub's whole row each time would take minutes.
  const Graph graph = star_graph(50'000);
  for (const auto& [p, q] : {std::pair(0.5, 2.0), std::pair(1e6, 1000.0)}) {
    const Walks walks = sample_walks(graph, make_config(1, 20, p, q), 1, {});
    for (std::size_t w = 1; w < walks.count(); ++w) {
      const auto walk = walks.walk(w);
      ASSERT_EQ(walk.size(), 20U);
      for (std::size_t i = 1; i < walk.size(); i += 2) {
        ASSERT_EQ(walk[i], 0U);
      }
    }
  }
}

}  // namespace
}  // namespace columnar::walks_test
