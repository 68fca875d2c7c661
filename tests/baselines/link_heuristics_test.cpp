#include "columnar_lab/baselines/link_heuristics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::link_heuristics_test {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

/// Rows of the karate club, from 0: an edge or none, near and far.
const std::vector<NodePair> kPairs{{0, 33}, {0, 1}, {2, 33}, {11, 16}, {8, 13}, {5, 24}};

TEST(LinkHeuristics, CommonNeighboursOfTheKarateClubAreThoseOfNetworkX) {
  EXPECT_THAT(link_scores(karate_club().graph, kPairs, LinkHeuristic::kCommonNeighbours),
              ElementsAre(4, 7, 6, 0, 3, 0));
}

TEST(LinkHeuristics, JaccardOfTheKarateClubIsThatOfNetworkX) {
  EXPECT_THAT(link_scores(karate_club().graph, kPairs, LinkHeuristic::kJaccard),
              ElementsAre(DoubleEq(0.13793103448275862), DoubleEq(0.3888888888888889), DoubleEq(0.2857142857142857), 0,
                          DoubleEq(0.42857142857142855), 0));
}

TEST(LinkHeuristics, AdamicAdarOfTheKarateClubIsThatOfNetworkX) {
  EXPECT_THAT(link_scores(karate_club().graph, kPairs, LinkHeuristic::kAdamicAdar),
              ElementsAre(DoubleEq(2.7110197222973085), DoubleEq(6.130716871863356), DoubleEq(4.719381261461351), 0,
                          DoubleEq(1.1479243659902538), 0));
}

TEST(LinkHeuristics, PreferentialAttachmentOfTheKarateClubIsThatOfNetworkX) {
  EXPECT_THAT(link_scores(karate_club().graph, kPairs, LinkHeuristic::kPreferentialAttachment),
              ElementsAre(272, 144, 170, 2, 25, 12));
}

TEST(LinkHeuristics, TwoNodesWithoutNeighboursScoreNothing) {
  const Graph graph = testing_support::tiny_graph(4, {{0, 1}});
  for (const LinkHeuristic heuristic : kLinkHeuristics) {
    EXPECT_EQ(link_score(graph, {2, 3}, heuristic), 0.0) << heuristic_name(heuristic);
  }
}

TEST(LinkHeuristics, RefuseDirectedGraphsAndPairsOutsideTheGraph) {
  const Graph graph = path_graph(3);
  EXPECT_THROW(static_cast<void>(link_scores(graph, std::vector<NodePair>{{0, 3}}, LinkHeuristic::kJaccard)), Error);
  EXPECT_THROW(static_cast<void>(link_scores(graph, std::vector<NodePair>{{1, 1}}, LinkHeuristic::kJaccard)), Error);
  const Graph directed = testing_support::tiny_graph(3, {{0, 1}, {1, 2}}, true);
  EXPECT_THROW(static_cast<void>(link_scores(directed, std::vector<NodePair>{{0, 2}}, LinkHeuristic::kJaccard)), Error);
}

}  // namespace
}  // namespace columnar::link_heuristics_test
