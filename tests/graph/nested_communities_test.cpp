#include "columnar/graph/nested_communities.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"

namespace columnar::nested_communities_test {
namespace {

NestedCommunities town_of(NodeIndex nodes) {
  NestedCommunities wanted;
  wanted.nodes = nodes;
  wanted.community_nodes = 200;
  return wanted;
}

/// Edges whose ends differ in class, as a share.
double crossing_classes(const LabelledGraph& g) {
  std::uint64_t crossing = 0;
  for (NodeIndex u = 0; u < g.graph.node_count(); ++u) {
    for (const NodeIndex v : g.graph.neighbours(u)) {
      crossing += g.labels.classes[u] != g.labels.classes[v] ? 1U : 0U;
    }
  }
  return static_cast<double>(crossing) / static_cast<double>(g.graph.targets.size());
}

/// The exponent of the degrees from `least` on, by maximum likelihood (Clauset, Shalizi and Newman, 2009).
double degree_exponent(const Graph& graph, double least) {
  double logarithms = 0.0;
  double count = 0.0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const auto degree = static_cast<double>(graph.degree(v));
    if (degree >= least) {
      logarithms += std::log(degree / (least - 0.5));
      count += 1.0;
    }
  }
  return 1.0 + count / logarithms;
}

TEST(NestedCommunities, HaveTheMeanDegreeAskedFor) {
  for (const double degree : {4.0, 10.0}) {
    NestedCommunities wanted = town_of(20'000);
    wanted.mean_degree = degree;
    const Graph graph = nested_communities(wanted).graph;
    EXPECT_EQ(graph.node_count(), 20'000U);
    EXPECT_NEAR(static_cast<double>(graph.edge_count()), 10'000.0 * degree, 100.0 * degree);
  }
}

TEST(NestedCommunities, HaveDegreesOfAPowerLaw) {
  const Graph graph = nested_communities(town_of(30'000)).graph;
  EXPECT_NEAR(degree_exponent(graph, 10.0), kNestedDegreeExponent, 0.1);
  std::size_t largest = 0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    ASSERT_GE(graph.degree(v), 1U);
    largest = std::max(largest, graph.degree(v));
  }
  EXPECT_GT(largest, 200U);  // more than a community: a hub reaches beyond it
  EXPECT_LE(largest, static_cast<std::size_t>(std::sqrt(10.0 * 30'000.0)) + 1);
}

TEST(NestedCommunities, LeaveTheClassByHalfOfTheMixing) {
  for (const double mixing : {0.1, 0.2}) {
    NestedCommunities wanted = town_of(40'000);
    wanted.mixing = mixing;
    EXPECT_NEAR(crossing_classes(nested_communities(wanted)), 0.5 * mixing, 0.1 * mixing);
  }
}

TEST(NestedCommunities, FallApartIntoCommunitiesWithoutMixing) {
  NestedCommunities wanted = town_of(10'000);
  wanted.mixing = 0.0;
  wanted.community_nodes = 1000;
  // Ends of hubs that found no partner at home leave all the same.
  EXPECT_LT(crossing_classes(nested_communities(wanted)), 0.02);
  wanted.mixing = 1.0;
  EXPECT_GT(crossing_classes(nested_communities(wanted)), 0.45);
}

TEST(NestedCommunities, GiveEveryClassNodesWhereverTheOrderPutsThem) {
  const LabelledGraph town = nested_communities(town_of(5000));
  ASSERT_EQ(town.labels.names.size(), 8U);
  std::vector<std::uint64_t> sizes(8, 0);
  std::uint64_t changes = 0;
  for (NodeIndex v = 0; v < 5000; ++v) {
    ++sizes[static_cast<std::size_t>(town.labels.classes[v])];
    changes += v > 0 && town.labels.classes[v] != town.labels.classes[v - 1] ? 1U : 0U;
  }
  EXPECT_GT(std::ranges::min(sizes), 100U);
  EXPECT_GT(changes, 4000U);  // shuffled: 7 of 8 neighbours in the order differ
}

TEST(NestedCommunities, AreTheSameForAnyNumberOfThreads) {
  const auto digest = [](std::uint64_t seed, int threads) {
    NestedCommunities wanted = town_of(6000);
    wanted.seed = seed;
    return graph_digest(nested_communities(wanted, threads).graph);
  };
  EXPECT_EQ(digest(1, 1), digest(1, 3));
  EXPECT_NE(digest(1, 1), digest(2, 1));
}

TEST(NestedCommunities, AreSmallWhereTheGraphIs) {
  const LabelledGraph town = nested_communities({.nodes = 100, .mean_degree = 4.0});
  EXPECT_EQ(town.graph.node_count(), 100U);
  EXPECT_GT(town.graph.edge_count(), 170U);
  for (std::int32_t c = 0; c < 8; ++c) {
    EXPECT_GE(std::ranges::count(town.labels.classes, c), 2);
  }
}

TEST(NestedCommunities, RefuseImpossibleParameters) {
  const auto refused = [](const auto& change) {
    NestedCommunities wanted = town_of(1000);
    change(wanted);
    EXPECT_THROW(static_cast<void>(nested_communities(wanted)), Error);
  };
  refused([](auto& w) { w.classes = 1; });
  refused([](auto& w) { w.classes = 501; });
  refused([](auto& w) { w.mixing = 1.1; });
  refused([](auto& w) { w.mixing = std::nan(""); });
  refused([](auto& w) { w.mean_degree = 300.0; });
  refused([](auto& w) { w.mean_degree = 0.5; });
  refused([](auto& w) { w.community_nodes = 1; });
  refused([](auto& w) { w.nodes = 0; });
  refused([](auto& w) {
    w.nodes = 50'000'000;
    w.mean_degree = 1000.0;
  });
}

}  // namespace
}  // namespace columnar::nested_communities_test
