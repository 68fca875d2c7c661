#include "columnar_lab/evaluate/graph_evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_graphs.hpp"

namespace columnar::graph_evidence_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::tiny_graph;

TEST(GraphEvidence, NamesCommonNeighboursWithFewEdgesFirst) {
  // 1 is a hub, 2 is not; 0 and 3 have both in common.
  const Graph graph = tiny_graph(6, {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 4}, {1, 5}});
  const GraphEvidence evidence = graph_evidence(graph, 0, 3);
  EXPECT_FALSE(evidence.is_linked());
  EXPECT_THAT(evidence.common, ElementsAre(2, 1));
  EXPECT_EQ(evidence.distance, 2U);
}

TEST(GraphEvidence, TellsWeightsAndDirections) {
  const Graph graph = tiny_graph(3, {{0, 1, 2.5}, {1, 2}}, true);
  const GraphEvidence there = graph_evidence(graph, 0, 1);
  EXPECT_DOUBLE_EQ(there.there, 2.5);
  EXPECT_DOUBLE_EQ(there.back, 0.0);
  EXPECT_TRUE(graph_evidence(graph, 1, 0).is_linked());
  EXPECT_EQ(graph_evidence(graph, 2, 0).distance, 2U);  // against the arrows
  EXPECT_THAT(graph_evidence(graph, 0, 2).common, ElementsAre(1));
}

TEST(GraphEvidence, HasNoDistanceWithoutAPath) {
  const GraphEvidence evidence = graph_evidence(tiny_graph(4, {{0, 1}, {2, 3}}), 0, 3);
  EXPECT_FALSE(evidence.distance.has_value());
  EXPECT_THAT(evidence.common, IsEmpty());
}

}  // namespace
}  // namespace columnar::graph_evidence_test
