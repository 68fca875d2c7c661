#include "columnar/graph/components.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "columnar/graph/generators.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar::components_test {
namespace {

using testing::ElementsAre;

/// Rows 0-2, 1-4-5 with weights, row 3 alone; ids a to f.
Graph two_parts_and_a_loner(bool directed) {
  GraphBuilder builder({.directed = directed, .source = EdgeSource::kList, .place = "test"});
  builder.add(0, 2, 1.0);
  builder.add(4, 1, 2.0);
  builder.add(4, 5, 3.0);
  NodeIds ids;
  ids.texts = {"a", "b", "c", "d", "e", "f"};
  return std::move(builder).build(ids).graph;
}

TEST(Components, AreNumberedByTheirFirstRow) {
  const Components components = connected_components(two_parts_and_a_loner(false));
  EXPECT_THAT(components.of_node, ElementsAre(0, 1, 0, 2, 1, 1));
  EXPECT_THAT(components.sizes, ElementsAre(2, 3, 1));
  EXPECT_EQ(components.largest(), 1U);
}

TEST(Components, OfADirectedGraphAreWeak) {
  EXPECT_THAT(connected_components(two_parts_and_a_loner(true)).of_node, ElementsAre(0, 1, 0, 2, 1, 1));
}

TEST(Components, OfAGraphWithoutEdgesAreItsNodes) {
  EXPECT_EQ(connected_components(path_graph(1)).count(), 1U);
  Graph loners;
  loners.offsets = {0, 0, 0, 0};
  EXPECT_EQ(connected_components(loners).count(), 3U);
}

TEST(Components, OfALongPathAreOne) { EXPECT_EQ(connected_components(path_graph(100'000)).count(), 1U); }

TEST(LargestComponent, KeepsIdsWeightsAndLabelsAndCountsTheRest) {
  Labels labels{.classes = {0, 1, 0, Labels::kUnknown, 1, 2}, .names = {"x", "y", "z"}};
  GraphReadReport report;
  const Graph graph = largest_component(two_parts_and_a_loner(false), labels, report);
  EXPECT_THAT(graph.ids.texts, ElementsAre("b", "e", "f"));
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(graph.weights, ElementsAre(2.0F, 2.0F, 3.0F, 3.0F));
  EXPECT_THAT(labels.classes, ElementsAre(1, 1, 2));
  EXPECT_EQ(report.nodes_outside_largest_component, 3U);
  EXPECT_EQ(report.edges_outside_largest_component, 1U);
}

TEST(LargestComponent, IsTheFirstAmongEquals) {
  GraphBuilder builder({.directed = false, .source = EdgeSource::kList, .place = "test"});
  builder.add(1, 2);
  builder.add(0, 3);
  NodeIds ids;
  ids.integers = {10, 11, 12, 13};
  Labels none;
  GraphReadReport report;
  const Graph graph = largest_component(std::move(builder).build(ids).graph, none, report);
  EXPECT_THAT(graph.ids.integers, ElementsAre(10, 13));
  EXPECT_TRUE(none.classes.empty());
}

TEST(LargestComponent, OfAConnectedGraphIsTheGraph) {
  Labels none;
  GraphReadReport report;
  const Graph club = karate_club().graph;
  const Graph same = largest_component(club, none, report);
  EXPECT_EQ(same.targets, club.targets);
  EXPECT_EQ(report.nodes_outside_largest_component, 0U);
}

}  // namespace
}  // namespace columnar::components_test
