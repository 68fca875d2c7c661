#include "columnar/graph_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar::graph_builder_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

NodeIds ids_up_to(std::int64_t n) {
  NodeIds ids;
  for (std::int64_t i = 0; i < n; ++i) {
    ids.integers.push_back(i);
  }
  return ids;
}

GraphBuilder list_builder(bool directed = false) {
  return GraphBuilder({.directed = directed, .source = EdgeSource::kList, .place = "graph.tsv"});
}

GraphBuilder matrix_builder(bool directed = false) {
  return GraphBuilder({.directed = directed, .source = EdgeSource::kMatrix, .place = "graph.mtx"});
}

TEST(GraphBuilder, StoresAnUndirectedEdgeInBothRowsSortedByTarget) {
  GraphBuilder builder = list_builder();
  builder.add(2, 1);
  builder.add(2, 3);
  builder.add(0, 2);
  const auto [graph, report] = std::move(builder).build(ids_up_to(4));
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 2, 5, 6));
  EXPECT_THAT(graph.targets, ElementsAre(2, 2, 0, 1, 3, 2));
  EXPECT_THAT(graph.weights, IsEmpty());
  EXPECT_EQ(graph.edge_count(), 3U);
  EXPECT_EQ(report.lines, 3U);
}

TEST(GraphBuilder, StoresADirectedEdgeInOneRow) {
  GraphBuilder builder = list_builder(true);
  builder.add(0, 1);
  builder.add(1, 0);
  builder.add(2, 0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 0));
  EXPECT_TRUE(graph.directed);
  EXPECT_EQ(report.duplicate_edges, 0U);
}

TEST(GraphBuilder, DropsAndCountsSelfLoopsButKeepsTheirNode) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1);
  builder.add(2, 2);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_EQ(graph.node_count(), 3U);
  EXPECT_EQ(graph.degree(2), 0U);
  EXPECT_EQ(report.self_loops, 1U);
  EXPECT_EQ(report.lines, 2U);
}

TEST(GraphBuilder, MergesRepeatedEdgesWithoutWeightsToWeightOne) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1);
  builder.add(1, 0);
  builder.add(0, 1);
  builder.add(1, 2);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_EQ(graph.edge_count(), 2U);
  EXPECT_FALSE(graph.is_weighted());
  EXPECT_EQ(report.duplicate_edges, 2U);
}

TEST(GraphBuilder, AddsTheWeightsOfRepeatedEdges) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1, 0.5);
  builder.add(1, 0, 2.0);
  builder.add(1, 2, 1.0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(graph.weights, ElementsAre(2.5F, 2.5F, 1.0F, 1.0F));
  EXPECT_EQ(report.duplicate_edges, 1U);
}

TEST(GraphBuilder, AddsDirectedRepeatsInTheirOwnDirectionAlone) {
  GraphBuilder builder = list_builder(true);
  builder.add(0, 1, 2.0);
  builder.add(1, 0, 7.0);
  builder.add(0, 1, 3.0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(2));
  EXPECT_THAT(graph.weights, ElementsAre(5.0F, 7.0F));
  EXPECT_EQ(report.duplicate_edges, 1U);
}

TEST(GraphBuilder, IsUnweightedWhereEveryWeightIsOne) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1, 1.0);
  builder.add(1, 2, 1.0);
  EXPECT_FALSE(std::move(builder).build(ids_up_to(3)).graph.is_weighted());
}

TEST(GraphBuilder, IsWeightedWhereRepeatedOnesAddUpToTwo) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1, 1.0);
  builder.add(1, 0, 1.0);
  EXPECT_THAT(std::move(builder).build(ids_up_to(2)).graph.weights, ElementsAre(2.0F, 2.0F));
}

TEST(GraphBuilder, TakesAMissingWeightForOneAmongWeightedEdges) {
  GraphBuilder builder = list_builder(true);
  builder.add(0, 1);
  builder.add(1, 2, 4.0);
  builder.add(2, 0);
  EXPECT_THAT(std::move(builder).build(ids_up_to(3)).graph.weights, ElementsAre(1.0F, 4.0F, 1.0F));
}

TEST(GraphBuilder, DropsAndCountsZeroWeights) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1, 0.0);
  builder.add(0, 1, -0.0);
  builder.add(0, 2, 1e-60);  // 0 as a 32-bit float
  builder.add(1, 2, 3.0);
  EXPECT_EQ(builder.kept_edges(), 1U);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_EQ(graph.edge_count(), 1U);
  EXPECT_EQ(graph.degree(0), 0U);
  EXPECT_EQ(report.zero_weight_edges, 3U);
}

TEST(GraphBuilder, ReadsBothTrianglesOfASymmetricMatrixAsOneEdgeEach) {
  GraphBuilder builder = matrix_builder();
  builder.add(0, 1, 3.0);
  builder.add(1, 0, 3.0);
  builder.add(1, 2, 5.0);
  builder.add(2, 1, 5.0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_THAT(graph.weights, ElementsAre(3.0F, 3.0F, 5.0F, 5.0F));
  EXPECT_EQ(report.duplicate_edges, 0U);
}

TEST(GraphBuilder, TakesTheLargerWeightWhereAnUndirectedMatrixIsNotSymmetric) {
  GraphBuilder builder = matrix_builder();
  builder.add(0, 1, 3.0);
  builder.add(1, 0, 4.0);
  builder.add(2, 0, 5.0);  // one triangle alone
  builder.add(1, 2, 9.0);
  builder.add(2, 1, 8.0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(3));
  EXPECT_THAT(graph.targets, ElementsAre(1, 2, 0, 2, 0, 1));
  EXPECT_THAT(graph.weights, ElementsAre(4.0F, 5.0F, 4.0F, 9.0F, 5.0F, 9.0F));
}

TEST(GraphBuilder, CountsAMatrixEntryStoredTwiceAsARepeat) {
  GraphBuilder builder = matrix_builder();
  builder.add(0, 1, 3.0);
  builder.add(0, 1, 4.0);
  const auto [graph, report] = std::move(builder).build(ids_up_to(2));
  EXPECT_THAT(graph.weights, ElementsAre(7.0F, 7.0F));
  EXPECT_EQ(report.duplicate_edges, 1U);
}

TEST(GraphBuilder, NamesTheEdgeWhoseWeightIsImpossible) {
  for (const double bad : {-1.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e39}) {
    GraphBuilder builder = list_builder();
    builder.add(0, 1, 1.0);
    try {
      builder.add(0, 1, bad);
      FAIL() << bad << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInput);
      EXPECT_THAT(error.what(), HasSubstr("graph.tsv: edge 2: weight is "));
    }
  }
}

TEST(GraphBuilder, RefusesRepeatsThatAddUpToInfinity) {
  GraphBuilder builder = list_builder();
  builder.add(0, 1, 3e38);
  builder.add(0, 1, 3e38);
  EXPECT_THROW((void)std::move(builder).build(ids_up_to(2)), Error);
}

TEST(GraphBuilder, RefusesAnEndpointOutsideTheIds) {
  GraphBuilder builder = list_builder();
  builder.add(0, 5);
  EXPECT_THROW((void)std::move(builder).build(ids_up_to(5)), Error);
}

TEST(GraphBuilder, MakesAGraphWithoutNodesOfNothing) {
  const Graph graph = list_builder().build(NodeIds{}).graph;
  EXPECT_EQ(graph.node_count(), 0U);
  EXPECT_THAT(graph.offsets, ElementsAre(0));
}

/// The builder's twin: a sorted map from (row, target) to weight, written from the documented rules alone.
TEST(GraphBuilder, AgreesWithAMapOnRandomEdges) {
  constexpr NodeIndex kNodes = 17;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const KeyedRandom random(seed, Purpose::kProbe);
    const bool directed = seed % 2 == 1;
    const bool matrix = seed / 2 % 2 == 1;
    GraphBuilder builder = matrix ? matrix_builder(directed) : list_builder(directed);
    std::map<std::pair<NodeIndex, NodeIndex>, double> sums;
    const std::uint64_t edges = random.below(200, 0, 0);
    for (std::uint64_t e = 1; e <= edges; ++e) {
      const auto u = static_cast<NodeIndex>(random.below(kNodes, e, 0));
      const auto v = static_cast<NodeIndex>(random.below(kNodes, e, 1));
      const auto weight = static_cast<double>(random.below(4, e, 2));
      builder.add(u, v, weight);
      if (u == v || weight == 0.0) {
        continue;
      }
      sums[{u, v}] += weight;
      if (!directed && !matrix) {
        sums[{v, u}] += weight;
      }
    }
    if (!directed && matrix) {
      const auto one_way = sums;
      for (const auto& [pair, weight] : one_way) {
        double& back = sums[{pair.second, pair.first}];
        back = std::max(back, weight);
      }
    }
    const Graph graph = std::move(builder).build(ids_up_to(kNodes)).graph;
    ASSERT_EQ(graph.targets.size(), sums.size());
    std::size_t slot = 0;
    for (const auto& [pair, weight] : sums) {
      ASSERT_LE(graph.offsets[pair.first], slot);
      ASSERT_GT(graph.offsets[pair.first + 1], slot);
      EXPECT_EQ(graph.targets[slot], pair.second);
      EXPECT_EQ(graph.is_weighted() ? graph.weights[slot] : 1.0F, static_cast<float>(weight));
      ++slot;
    }
  }
}

}  // namespace
}  // namespace columnar::graph_builder_test
