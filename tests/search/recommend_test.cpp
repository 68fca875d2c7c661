#include "columnar/search/recommend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::recommend_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_codes::make_l23_table;
using testing_support::tiny_graph;
using testing_support::wide;

/// A node 0 that is linked to 1 and 2; 1 also leads to 3, and 2 to 3 and 4. Nobody is linked to 5.
Graph example() { return tiny_graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}}); }

SdrTable example_codes() { return make_l23_table({{0, 2}, {0, 2}, {0, 5}, {0, 3}, {5, 7}, {0, 2}}); }

TEST(Recommender, ScoreIsWorkedByHand) {
  const Graph graph = example();
  const Recommender recommender(graph, example_codes());
  std::vector<float> scores(6);
  recommender.score(0, scores);
  // Shared bits with 0: 2, 1, 1, 0, 2 for nodes 1 to 5; of the candidates 3, 4 and 5, node 5 shares most: 2.
  // Adamic-Adar: 3 by 1 (degree 2) and 2 (degree 3), 4 by 2 alone.
  const double of_1 = 1.0 / std::log(2.0);
  const double of_2 = 1.0 / std::log(3.0);
  EXPECT_EQ(scores[0], 0.0F);
  EXPECT_NEAR(wide(scores[3]), 1.0 / 6.0 + 2.0 / 3.0, 1e-6);
  EXPECT_NEAR(wide(scores[4]), 2.0 / 3.0 * of_2 / (of_1 + of_2), 1e-6);
  EXPECT_NEAR(wide(scores[5]), 1.0 / 3.0, 1e-6);
  EXPECT_NEAR(wide(scores[1]), 1.0 / 3.0, 1e-6);  // linked: scored as well
}

TEST(Recommender, LeavesOutTheNodeItsNeighboursAndWhatHasNothingInCommon) {
  const Graph graph = example();
  const std::vector<NodeIndex> nodes{0, 4};
  const auto top = Recommender(graph, example_codes()).top(nodes, 10);
  ASSERT_EQ(top.size(), 2U);
  ASSERT_EQ(top[0].size(), 3U);
  EXPECT_EQ(top[0][0].node, 3U);
  EXPECT_EQ(top[0][0].overlap, 1U);
  EXPECT_EQ(top[0][0].common, 2U);
  EXPECT_EQ(top[0][1].node, 5U);
  EXPECT_EQ(top[0][1].common, 0U);
  EXPECT_EQ(top[0][2].node, 4U);
  ASSERT_EQ(top[1].size(), 2U);  // 2 is linked; 1 and 5 share neither a bit nor a neighbour
  EXPECT_EQ(top[1][0].node, 0U);
  EXPECT_EQ(top[1][1].node, 3U);
}

TEST(Recommender, KeepsTheBestAndTheLowerRowAmongEquals) {
  const Graph graph = tiny_graph(5, {{0, 1}, {1, 2}, {1, 3}});
  const SdrTable codes = make_l23_table({{0, 2}, {1, 3}, {0, 2}, {0, 2}, {1, 7}});
  const std::vector<NodeIndex> nodes{0};
  const auto top = Recommender(graph, codes).top(nodes, 1);
  ASSERT_EQ(top[0].size(), 1U);
  EXPECT_EQ(top[0][0].node, 2U);
  EXPECT_DOUBLE_EQ(top[0][0].score, 1.0);
}

TEST(Recommender, HasNoneForANodeWithNothingInCommon) {
  const Graph graph = tiny_graph(3, {{1, 2}});
  const std::vector<NodeIndex> nodes{0};
  EXPECT_THAT(Recommender(graph, make_l23_table({{0, 2}, {1, 3}, {1, 5}})).top(nodes, 3), ElementsAre(IsEmpty()));
}

TEST(Recommender, ThreadsChangeNothing) {
  const Labels labels = testing_codes::make_labels(std::vector<std::int32_t>(60, 1));
  const SdrTable codes = testing_codes::random_codes(labels, 3);
  std::vector<testing_support::TinyEdge> edges;
  std::vector<NodeIndex> nodes;
  for (NodeIndex v = 0; v < 60; ++v) {
    edges.push_back({v, (v * 7 + 1) % 60});
    nodes.push_back(v);
  }
  const Graph graph = tiny_graph(60, edges);
  const Recommender recommender(graph, codes);
  EXPECT_EQ(recommender.top(nodes, 5, {1, nullptr}), recommender.top(nodes, 5, {3, nullptr}));
}

TEST(Recommender, RefusesCodesOfAnotherGraph) {
  const Graph graph = tiny_graph(3, {{1, 2}});
  EXPECT_THROW(Recommender(graph, make_l23_table({{0, 2}})), Error);
}

}  // namespace
}  // namespace columnar::recommend_test
