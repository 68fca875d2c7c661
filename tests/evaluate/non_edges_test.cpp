#include "columnar_lab/evaluate/non_edges.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar_lab/baselines/link_heuristics.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::non_edges_test {
namespace {

using testing::UnorderedElementsAre;
using testing_support::tiny_graph;

bool linked(const Graph& graph, NodePair pair) { return std::ranges::binary_search(graph.neighbours(pair.u), pair.v); }

TEST(NonEdges, AreAllThereAreWhenAllAreAskedFor) {
  // A path 0 – 1 – 2 – 3.
  const Graph path = path_graph(4);
  EXPECT_THAT(draw_non_edges(path, path, Negatives::kRandom, 3, 1),
              UnorderedElementsAre(NodePair{0, 2}, NodePair{0, 3}, NodePair{1, 3}));
  EXPECT_THAT(draw_non_edges(path, path, Negatives::kHard, 2, 1), UnorderedElementsAre(NodePair{0, 2}, NodePair{1, 3}));
}

TEST(NonEdges, OfTheKarateClubAreDistinctAndWithoutAnEdge) {
  const Graph club = karate_club().graph;  // 561 pairs, 78 edges
  std::vector<NodePair> drawn = draw_non_edges(club, club, Negatives::kRandom, 483, 1);
  std::ranges::sort(drawn);
  EXPECT_EQ(std::ranges::adjacent_find(drawn), drawn.end());
  for (const NodePair pair : drawn) {
    EXPECT_LT(pair.u, pair.v);
    EXPECT_FALSE(linked(club, pair));
  }
}

TEST(NonEdges, HardOnesShareANeighbourInTheResidualGraphAndHaveNoEdgeInTheFullOne) {
  const Graph full = tiny_graph(5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}});
  const Graph residual = tiny_graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  // 0 – 2 shares 1 but is an edge of the full graph; 0 – 3 shares 2 in the full graph only.
  EXPECT_THAT(draw_non_edges(full, residual, Negatives::kHard, 2, 7),
              UnorderedElementsAre(NodePair{1, 3}, NodePair{2, 4}));
}

TEST(NonEdges, AreDrawnAlikeOverManySeeds) {
  const Graph path = path_graph(4);
  std::map<NodePair, int> first;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    ++first[draw_non_edges(path, path, Negatives::kRandom, 2, seed).front()];
  }
  ASSERT_EQ(first.size(), 3U);
  for (const auto& [pair, count] : first) {
    EXPECT_NEAR(count, 1000, 110) << pair.u << ' ' << pair.v;  // four standard deviations
  }
}

TEST(NonEdges, SayHowManyThereAreWhereTheyAreTooFew) {
  const Graph clique = clique_graph(5);
  try {
    static_cast<void>(draw_non_edges(clique, clique, Negatives::kRandom, 1, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_STREQ(error.what(), "graph: link prediction needs 1 pairs without an edge, but there are only 0");
  }
  const Graph path = path_graph(4);
  EXPECT_THROW(static_cast<void>(draw_non_edges(path, path, Negatives::kHard, 3, 1)), Error);
}

}  // namespace
}  // namespace columnar::non_edges_test
