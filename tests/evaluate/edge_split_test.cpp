#include "columnar_lab/evaluate/edge_split.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar_lab/baselines/link_heuristics.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::edge_split_test {
namespace {

using testing::HasSubstr;
using testing_support::tiny_graph;

bool linked(const Graph& graph, NodePair pair) { return std::ranges::binary_search(graph.neighbours(pair.u), pair.v); }

std::string complaint(const Graph& graph, const EdgeSplitOptions& options) {
  try {
    static_cast<void>(split_edges(graph, options, 1));
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

class EveryForest : public testing::TestWithParam<KeptForest> {};
INSTANTIATE_TEST_SUITE_P(EdgeSplit, EveryForest, testing::Values(KeptForest::kRandomOrder, KeptForest::kBreadthFirst));

TEST_P(EveryForest, HidesAShareOfTheEdgesAndLeavesTheRestConnected) {
  const Graph graph = planted_communities(400, 4, 6.0, 0.2, 1).graph;
  const Components before = connected_components(graph);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const EdgeSplit split = split_edges(graph, {.forest = GetParam()}, seed);
    EXPECT_EQ(split.test_positives.size(), static_cast<std::size_t>(std::llround(0.15 * double(graph.edge_count()))));
    EXPECT_EQ(split.residual.edge_count() + split.test_positives.size(), graph.edge_count());
    EXPECT_EQ(connected_components(split.residual).of_node, before.of_node);
    EXPECT_EQ(split.residual.ids, graph.ids);
    for (const NodePair pair : split.test_positives) {
      EXPECT_LT(pair.u, pair.v);
      EXPECT_TRUE(linked(graph, pair));
      EXPECT_FALSE(linked(split.residual, pair));
    }
  }
}

TEST_P(EveryForest, KeepsTheFourListsApart) {
  const Graph graph = planted_communities(400, 4, 6.0, 0.2, 1).graph;
  const EdgeSplit split = split_edges(graph, {.forest = GetParam()}, 3);
  EXPECT_EQ(split.test_negatives.size(), split.test_positives.size());
  EXPECT_EQ(split.training_positives.size(), split.residual.edge_count());
  EXPECT_EQ(split.training_negatives.size(), split.training_positives.size());
  std::set<NodePair> all;
  for (const auto* list :
       {&split.test_positives, &split.test_negatives, &split.training_positives, &split.training_negatives}) {
    all.insert(list->begin(), list->end());
  }
  EXPECT_EQ(all.size(), 2 * graph.edge_count());
  for (const auto* list : {&split.test_negatives, &split.training_negatives}) {
    EXPECT_TRUE(std::ranges::none_of(*list, [&](NodePair pair) { return linked(graph, pair); }));
  }
}

TEST_P(EveryForest, CanHideAllThatIsNoTree) {
  // A square: any one of its four edges can go, no two.
  const EdgeSplit split =
      split_edges(cycle_graph(4), {.held_out = 0.25, .forest = GetParam(), .max_training_edges = 1}, 1);
  EXPECT_EQ(split.test_positives.size(), 1U);
  EXPECT_EQ(connected_components(split.residual).count(), 1U);
  EXPECT_THAT(complaint(cycle_graph(4), {.held_out = 0.5, .forest = GetParam()}),
              HasSubstr("50 % of its 4 edges are 2, but only 1 (25 %) can be held out"));
}

TEST(EdgeSplit, HidesEveryEdgeOfARingAlikeOverManySeeds) {
  std::map<NodePair, int> hidden;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    ++hidden[split_edges(cycle_graph(5), {.held_out = 0.2, .max_training_edges = 1}, seed).test_positives.front()];
  }
  ASSERT_EQ(hidden.size(), 5U);
  for (const auto& [edge, count] : hidden) {
    EXPECT_NEAR(count, 400, 72) << edge.u << ' ' << edge.v;  // four standard deviations
  }
}

TEST(EdgeSplit, KeepsShortestPathsFromOneNodeWhereTheForestIsBreadthFirst) {
  // A wheel of hub 0 and a rim of six. A search from the hub keeps all spokes; one from the rim meets the hub first and
  // keeps the spokes to all but the start's neighbours on the rim. A tree of another kind may keep one spoke.
  std::vector<testing_support::TinyEdge> edges;
  for (NodeIndex v = 1; v <= 6; ++v) {
    edges.push_back({0, v});
    edges.push_back({v, v % 6 + 1});
  }
  const Graph wheel = tiny_graph(7, edges);
  const EdgeSplit split =
      split_edges(wheel, {.held_out = 0.5, .forest = KeptForest::kBreadthFirst, .max_training_edges = 1}, 2);
  EXPECT_EQ(split.residual.edge_count(), 6U);  // the tree itself
  EXPECT_GE(split.residual.degree(0), 4U);
}

TEST(EdgeSplit, KeepsTheWeightsOfTheEdgesThatStay) {
  const Graph graph = tiny_graph(5, {{0, 1, 2.0}, {1, 2, 3.0}, {2, 3, 4.0}, {3, 4, 5.0}, {0, 4, 6.0}});
  const EdgeSplit split = split_edges(graph, {.held_out = 0.2, .max_training_edges = 2}, 1);
  ASSERT_EQ(split.residual.weights.size(), 8U);
  for (NodeIndex u = 0; u < 5; ++u) {
    for (std::size_t i = 0; i < split.residual.degree(u); ++i) {
      const NodeIndex v = split.residual.neighbours(u)[i];
      const auto row = graph.neighbours(u);
      const auto place = static_cast<std::size_t>(std::ranges::lower_bound(row, v) - row.begin());
      EXPECT_EQ(split.residual.neighbour_weights(u)[i], graph.neighbour_weights(u)[place]);
    }
  }
}

TEST(EdgeSplit, HardNegativesShareANeighbourInTheResidualGraph) {
  const Graph graph = planted_communities(400, 4, 6.0, 0.2, 1).graph;
  const EdgeSplit split = split_edges(graph, {.negatives = Negatives::kHard}, 1);
  for (const auto* list : {&split.test_negatives, &split.training_negatives}) {
    for (const NodePair pair : *list) {
      EXPECT_GT(common_neighbours(split.residual, pair), 0U);
      EXPECT_FALSE(linked(graph, pair));
    }
  }
}

TEST(EdgeSplit, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const Graph club = karate_club().graph;
  const EdgeSplit first = split_edges(club, {}, 1);
  EXPECT_EQ(first.test_positives, split_edges(club, {}, 1).test_positives);
  EXPECT_EQ(first.test_negatives, split_edges(club, {}, 1).test_negatives);
  EXPECT_NE(first.test_positives, split_edges(club, {}, 2).test_positives);
  EXPECT_NE(first.test_negatives, split_edges(club, {}, 2).test_negatives);
}

TEST(EdgeSplit, TrainsOnNoMoreEdgesThanAllowed) {
  const EdgeSplit split = split_edges(karate_club().graph, {.max_training_edges = 10}, 1);
  EXPECT_EQ(split.training_positives.size(), 10U);
  EXPECT_EQ(split.training_negatives.size(), 10U);
}

TEST(HideEdges, HidesTheSamePairsWithAndWithoutDirections) {
  const Graph both = planted_communities(200, 4, 6.0, 0.2, 1).graph;
  Graph two_way = both;  // every edge in both directions
  two_way.directed = true;
  for (const Graph& directed : {testing_support::downhill(both), two_way}) {
    for (const KeptForest forest : {KeptForest::kRandomOrder, KeptForest::kBreadthFirst}) {
      const HiddenEdges want = hide_edges(both, {.forest = forest}, 3);
      const HiddenEdges split = hide_edges(directed, {.forest = forest}, 3);
      EXPECT_EQ(split.hidden, want.hidden);
      EXPECT_EQ(split.kept, want.kept);
      EXPECT_TRUE(split.residual.directed);
      EXPECT_EQ(connected_components(split.residual).of_node, connected_components(directed).of_node);
      for (const NodePair pair : split.hidden) {
        EXPECT_FALSE(linked(split.residual, pair));
        EXPECT_FALSE(linked(split.residual, {pair.v, pair.u}));
      }
    }
  }
}

TEST(EdgeSplit, SaysWhyAGraphCannotBeSplit) {
  EXPECT_THAT(complaint(path_graph(21), {}), HasSubstr("15 % of its 20 edges are 3, but only 0"));
  EXPECT_THAT(complaint(path_graph(3), {}), HasSubstr("too small to split"));
  EXPECT_THAT(complaint(clique_graph(6), {}), HasSubstr("pairs without an edge, but there are only 0"));
  EXPECT_THAT(complaint(tiny_graph(3, {{0, 1}, {1, 2}, {2, 0}}, true), {}), HasSubstr("undirected"));
  EXPECT_THAT(complaint(Graph{}, {}), HasSubstr("too small to split"));
  EXPECT_THAT(complaint(karate_club().graph, {.held_out = 0.0}), HasSubstr("held-out: "));
  EXPECT_THAT(complaint(karate_club().graph, {.held_out = 1.0}), HasSubstr("held-out: "));
  EXPECT_THAT(complaint(karate_club().graph, {.max_training_edges = 0}), HasSubstr("training edges: "));
}

}  // namespace
}  // namespace columnar::edge_split_test
