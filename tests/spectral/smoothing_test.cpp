#include "columnar/spectral/smoothing.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/graph/generators.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::smoothing_test {
namespace {

using testing_support::tiny_graph;

/// Two axes and a row of zeros.
RowMatrix three_rows() {
  RowMatrix rows(3, 2);
  rows << 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F;
  return rows;
}

TEST(Smoothing, OfThreeNodesWorkedByHand) {
  // 0 - 1 - 2. Node 0: (1, 0) + 1.5 · (0, 1), length √3.25. Node 1: (0, 1) + 1.5 · (1, 0) / 2. Node 2, which has no
  // coordinates, takes those of node 1 as they were.
  RowMatrix rows = three_rows();
  smooth_over_edges(tiny_graph(3, {{0, 1}, {1, 2}}), 1.5, rows, {});
  EXPECT_FLOAT_EQ(rows(0, 0), 1.0F / std::sqrt(3.25F));
  EXPECT_FLOAT_EQ(rows(0, 1), 1.5F / std::sqrt(3.25F));
  EXPECT_FLOAT_EQ(rows(1, 0), 0.6F);
  EXPECT_FLOAT_EQ(rows(1, 1), 0.8F);
  EXPECT_FLOAT_EQ(rows(2, 0), 0.0F);
  EXPECT_FLOAT_EQ(rows(2, 1), 1.0F);
}

TEST(Smoothing, FollowsTheWeightsOfTheEdges) {
  RowMatrix rows = three_rows();
  smooth_over_edges(tiny_graph(3, {{2, 0, 3.0}, {2, 1, 4.0}}), 1.0, rows, {});
  EXPECT_FLOAT_EQ(rows(2, 0), 0.6F);
  EXPECT_FLOAT_EQ(rows(2, 1), 0.8F);
}

TEST(Smoothing, OfStrengthZeroAndOfANodeWithoutEdgesChangesNothing) {
  RowMatrix rows = three_rows();
  rows(0, 0) = 2.0F;  // not even its length
  smooth_over_edges(tiny_graph(3, {{0, 1}, {1, 2}}), 0.0, rows, {});
  EXPECT_EQ(rows(0, 0), 2.0F);
  const RowMatrix before = three_rows();
  rows = before;
  smooth_over_edges(tiny_graph(3, {{1, 2}}), 1.5, rows, {});
  EXPECT_EQ(rows.row(0), before.row(0));
}

TEST(Smoothing, BringsTwoNodesTogetherThatMeetOnlyEachOther) {
  // Two pairs of nodes: the PPMI matrix has no diagonal, so its singular vectors tell the two of a pair apart.
  const Graph graph = tiny_graph(4, {{0, 1}, {2, 3}});
  const Config config;
  const CountedPairs pairs = compute_ppmi(sample_walks(graph, config.walks, 1, {}), 4, config.walks.window, {});
  RowMatrix rows = embed_spectrum(pairs.ppmi, config.spectral, 0.0, 1, {}).coordinates;
  EXPECT_NEAR(rows.row(0).dot(rows.row(1)), 0.0F, 0.2F);
  smooth_over_edges(graph, config.spectral.smoothing, rows, {});
  EXPECT_GT(rows.row(0).dot(rows.row(1)), 0.8F);
  EXPECT_NEAR(rows.row(0).dot(rows.row(2)), 0.0F, 0.2F);
}

TEST(Smoothing, IsTheSameAtAnyNumberOfThreads) {
  const Graph graph = planted_communities(900, 3, 8.0, 0.2, 5).graph;
  RowMatrix one = RowMatrix::Random(900, 7);
  to_unit_rows(one);
  RowMatrix four = one;
  smooth_over_edges(graph, 1.5, one, {1, nullptr});
  smooth_over_edges(graph, 1.5, four, {4, nullptr});
  EXPECT_EQ(one, four);
}

}  // namespace
}  // namespace columnar::smoothing_test
