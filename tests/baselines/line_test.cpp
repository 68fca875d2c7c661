#include "columnar_lab/baselines/line.hpp"

#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "support/dense_tables.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::line_test {
namespace {

using namespace testing_support;  // NOLINT(google-build-using-namespace)

/// One half of a table: the first `dimensions / 2` columns or the others.
DenseTable half(const DenseTable& table, bool first) {
  const std::size_t cut = table.dimensions / 2;
  DenseTable result{table.ids, static_cast<std::uint32_t>(first ? cut : table.dimensions - cut), {}};
  for (std::size_t v = 0; v < table.size(); ++v) {
    const auto row = table.row(v);
    const auto part = first ? row.first(cut) : row.subspan(cut);
    result.values.insert(result.values.end(), part.begin(), part.end());
  }
  return result;
}

TEST(Line, PutsNodesOfACommunityTogetherInBothHalves) {
  const LabelledGraph planted = planted_communities(300, 4, 12.0, 0.1, 1);
  const DenseTable table = line(planted.graph, {.line_samples = 4000}, 1, {});
  EXPECT_EQ(table.ids, planted.graph.ids);
  EXPECT_GT(nearest_is_of_same_class(half(table, true), planted.labels), 0.8);
  EXPECT_GT(nearest_is_of_same_class(half(table, false), planted.labels), 0.8);
}

TEST(Line, FirstOrderIsForLinkedNodesAndSecondForNodesThatLinkAlike) {
  // Two stars with two hubs each: leaves are not linked to each other, but have the same neighbours.
  std::vector<TinyEdge> edges;
  for (const NodeIndex hub : {0U, 1U}) {
    for (NodeIndex leaf = 4; leaf < 12; ++leaf) {
      edges.push_back({hub, leaf});
      edges.push_back({hub + 2, leaf + 8});
    }
  }
  const Graph graph = tiny_graph(20, edges);
  // One noise node: with more, the leaves of a graph this small are met more often as noise than as neighbours.
  const DenseTable table = line(graph, {.dimensions = 16, .negatives = 1, .line_samples = 20'000}, 1, {});
  const DenseTable first = half(table, true);
  const DenseTable second = half(table, false);
  EXPECT_GT(cosine(first, 0, 4), cosine(first, 0, 12) + 0.5);    // linked or not
  EXPECT_GT(cosine(second, 4, 5), cosine(second, 4, 12) + 0.5);  // the same hubs or others
  EXPECT_GT(cosine(second, 4, 5), cosine(second, 0, 4) + 0.5);   // a leaf is no hub, though linked to it
}

TEST(Line, SecondOrderFollowsTheDirectionOfArcs) {
  // 0 and 1 point to the same nodes; 2 and 3 are pointed at by the same.
  std::vector<TinyEdge> arcs;
  for (const NodeIndex source : {0U, 1U}) {
    for (NodeIndex target = 4; target < 8; ++target) {
      arcs.push_back({source, target});
    }
  }
  for (NodeIndex source = 8; source < 12; ++source) {
    arcs.push_back({source, 2});
    arcs.push_back({source, 3});
  }
  const DenseTable table = line(tiny_graph(12, arcs, true), {.dimensions = 16, .line_samples = 20'000}, 1, {});
  const DenseTable second = half(table, false);
  EXPECT_GT(cosine(second, 0, 1), 0.9);
  EXPECT_LT(cosine(second, 2, 3), 0.9);  // they point nowhere and keep their random vectors
}

TEST(Line, HalvesOfARowHaveLengthOne) {
  const DenseTable table = line(planted_communities(100, 4, 6.0, 0.2, 1).graph, {.dimensions = 17}, 1, {});
  for (const bool first : {true, false}) {
    const DenseTable part = half(table, first);
    EXPECT_EQ(part.dimensions, first ? 8U : 9U);
    for (std::size_t v = 0; v < part.size(); ++v) {
      double squares = 0.0;
      for (const float value : part.row(v)) {
        squares += wide(value) * wide(value);
      }
      ASSERT_NEAR(squares, 1.0, 1e-5);
    }
  }
}

TEST(Line, GivesTheSameBytesForAnyNumberOfThreads) {
  const Graph graph = planted_communities(300, 4, 6.0, 0.2, 2).graph;
  const DenseTable one = line(graph, {.line_samples = 500}, 7, {.threads = 1});
  EXPECT_EQ(one, line(graph, {.line_samples = 500}, 7, {.threads = 3}));
  EXPECT_NE(one, line(graph, {.line_samples = 500}, 8, {.threads = 1}));
}

TEST(Line, HeavyEdgesBindMoreThanLightOnes) {
  const Graph graph = tiny_graph(6, {{0, 1, 50.0}, {0, 2, 0.01}, {2, 3, 50.0}, {4, 5, 1.0}, {1, 3, 0.01}});
  const DenseTable first = half(line(graph, {.dimensions = 8, .line_samples = 20'000}, 1, {}), true);
  EXPECT_GT(cosine(first, 0, 1), cosine(first, 0, 2));
  EXPECT_GT(cosine(first, 2, 3), cosine(first, 1, 3));
}

TEST(Line, GivesAnIsolatedNodeARow) {
  const DenseTable table = line(tiny_graph(4, {{0, 1}, {1, 2}}), {}, 1, {});
  ASSERT_EQ(table.size(), 4U);
  EXPECT_TRUE(all_finite(table));
}

TEST(Line, RefusesAGraphWithoutEdgesAndImpossibleConstants) {
  EXPECT_THROW((void)line(tiny_graph(3, {}), {}, 1, {}), Error);
  EXPECT_THROW((void)line(tiny_graph(2, {{0, 1}}), {.dimensions = 1}, 1, {}), Error);
  EXPECT_THROW((void)line(tiny_graph(2, {{0, 1}}), {.line_samples = 0}, 1, {}), Error);
}

}  // namespace
}  // namespace columnar::line_test
