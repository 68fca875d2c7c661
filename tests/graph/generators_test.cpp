#include "columnar/graph/generators.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/digest.hpp"

namespace columnar::generators_test {
namespace {

using testing::ElementsAre;

bool has_edge(const Graph& graph, NodeIndex u, NodeIndex v) {
  const auto row = graph.neighbours(u);
  return std::binary_search(row.begin(), row.end(), v);
}

/// Edges whose ends differ in class, as a share.
double mixing_of(const LabelledGraph& g) {
  std::uint64_t crossing = 0;
  for (NodeIndex u = 0; u < g.graph.node_count(); ++u) {
    for (const NodeIndex v : g.graph.neighbours(u)) {
      crossing += g.labels.classes[u] != g.labels.classes[v] ? 1U : 0U;
    }
  }
  return static_cast<double>(crossing) / static_cast<double>(g.graph.targets.size());
}

TEST(KarateClub, HasTheNumbersThatAreKnownOfIt) {
  const auto [graph, labels] = karate_club();
  EXPECT_EQ(graph.node_count(), 34U);
  EXPECT_EQ(graph.edge_count(), 78U);
  EXPECT_EQ(graph.degree(0), 16U);
  EXPECT_EQ(graph.degree(32), 12U);
  EXPECT_EQ(graph.degree(33), 17U);
  EXPECT_EQ(graph.ids.name(33), "34");
  EXPECT_EQ(connected_components(graph).count(), 1U);
  std::uint64_t triangles = 0;
  for (NodeIndex a = 0; a < 34; ++a) {
    for (NodeIndex b = a + 1; b < 34; ++b) {
      for (NodeIndex c = b + 1; c < 34; ++c) {
        triangles += has_edge(graph, a, b) && has_edge(graph, b, c) && has_edge(graph, a, c) ? 1U : 0U;
      }
    }
  }
  EXPECT_EQ(triangles, 45U);
}

TEST(KarateClub, SplitsInTwoFactionsOfSeventeenWithElevenTiesBetween) {
  const LabelledGraph club = karate_club();
  EXPECT_EQ(std::count(club.labels.classes.begin(), club.labels.classes.end(), 0), 17);
  EXPECT_EQ(club.labels.names.size(), 2U);
  EXPECT_NE(club.labels.classes[0], club.labels.classes[33]);
  EXPECT_NEAR(mixing_of(club) * 78.0, 11.0, 1e-9);
}

TEST(PlantedCommunities, HaveTheEdgesAndTheMixingAskedFor) {
  const LabelledGraph g = planted_communities(3000, 6, 10.0, 0.25, 7);
  EXPECT_EQ(g.graph.node_count(), 3000U);
  EXPECT_EQ(g.graph.edge_count(), 15000U);
  EXPECT_NEAR(mixing_of(g), 0.25, 0.015);
  EXPECT_EQ(g.labels.names.size(), 6U);
  EXPECT_EQ(std::count(g.labels.classes.begin(), g.labels.classes.end(), 5), 500);
}

TEST(PlantedCommunities, LeaveNoNodeAlone) {
  const Graph graph = planted_communities(2000, 4, 4.0, 0.1, 3).graph;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    ASSERT_GE(graph.degree(v), 1U);
  }
}

TEST(PlantedCommunities, HaveHubsAsAPowerLawDoes) {
  const Graph graph = planted_communities(5000, 5, 8.0, 0.2, 11).graph;
  std::size_t largest = 0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    largest = std::max(largest, graph.degree(v));
  }
  EXPECT_GT(largest, 60U);  // a random graph of mean degree 8 has no degree beyond about 25
}

TEST(PlantedCommunities, AreAFunctionOfTheirParameters) {
  const auto digest = [](std::uint64_t seed) {
    return graph_digest(planted_communities(500, 5, 6.0, 0.2, seed).graph);
  };
  EXPECT_EQ(digest(1), digest(1));
  EXPECT_NE(digest(1), digest(2));
}

TEST(PlantedCommunities, RefuseImpossibleParameters) {
  EXPECT_THROW((void)planted_communities(100, 0, 4.0, 0.1, 1), Error);
  EXPECT_THROW((void)planted_communities(10, 6, 1.0, 0.1, 1), Error);
  EXPECT_THROW((void)planted_communities(100, 1, 4.0, 0.1, 1), Error);
  EXPECT_THROW((void)planted_communities(100, 4, 4.0, 1.1, 1), Error);
  EXPECT_THROW((void)planted_communities(100, 4, 90.0, 0.1, 1), Error);
  EXPECT_THROW((void)planted_communities(100, 4, -1.0, 0.1, 1), Error);
}

TEST(SmallGraphs, AreWhatTheirNamesSay) {
  EXPECT_THAT(path_graph(3).targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(cycle_graph(3).targets, ElementsAre(1, 2, 0, 2, 0, 1));
  EXPECT_THAT(star_graph(3).offsets, ElementsAre(0, 3, 4, 5, 6));
  EXPECT_EQ(clique_graph(6).edge_count(), 15U);
}

}  // namespace
}  // namespace columnar::generators_test
