#include "columnar_lab/baselines/propagation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/tiny_graphs.hpp"

namespace columnar::propagation_test {
namespace {

using testing_support::tiny_graph;
using Matrix = RowsOf<double>;

/// The matrix written out.
Matrix dense(const SparseMix<double>& mix, Eigen::Index columns) {
  return mix.times(Matrix::Identity(columns, columns), 1);
}

TEST(NormalisedAdjacency, OfAPathOfThreeWorkedByHand) {
  // 0 - 1 - 2: row sums of A + I are 2, 3, 2.
  Matrix expected(3, 3);
  expected << 1.0 / 2, 1 / std::sqrt(6.0), 0,           //
      1 / std::sqrt(6.0), 1.0 / 3, 1 / std::sqrt(6.0),  //
      0, 1 / std::sqrt(6.0), 1.0 / 2;
  EXPECT_TRUE(dense(normalised_adjacency<double>(tiny_graph(3, {{0, 1}, {1, 2}})), 3).isApprox(expected, 1e-14));
}

TEST(NormalisedAdjacency, CountsWeightsAndKeepsALonelyNodeAsItIs) {
  // 0 - 1 of weight 3: row sums 4, 4; node 2 is alone.
  Matrix expected(3, 3);
  expected << 0.25, 0.75, 0, 0.75, 0.25, 0, 0, 0, 1;
  EXPECT_TRUE(dense(normalised_adjacency<double>(tiny_graph(3, {{0, 1, 3.0}})), 3).isApprox(expected, 1e-14));
}

TEST(NeighbourMean, IsWeightedAndLeavesTheNodeItselfOut) {
  Matrix expected(4, 4);
  expected << 0, 0.25, 0.75, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0;
  EXPECT_TRUE(dense(neighbour_mean<double>(tiny_graph(4, {{0, 1, 1.0}, {0, 2, 3.0}})), 4).isApprox(expected, 1e-14));
}

TEST(Transposed, ExchangesRowsAndColumnsOfADirectedGraph) {
  const auto mix = neighbour_mean<double>(tiny_graph(3, {{0, 1}, {0, 2}, {2, 1}}, true));
  const Matrix plain = dense(mix, 3);
  EXPECT_EQ(plain(0, 1), 0.5);
  EXPECT_EQ(dense(transposed(mix, 3), 3), Matrix(plain.transpose()));
}

TEST(SparseMix, TimesEqualsThePlainProductAtEveryWidth) {
  const auto mix = normalised_adjacency<double>(tiny_graph(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {1, 3}}));
  const Matrix plain = dense(mix, 5);
  for (const Eigen::Index width : {1, 7, 32, 33, 64, 100}) {
    const Matrix rows = Matrix::Random(5, width);
    EXPECT_TRUE(mix.times(rows, 2).isApprox(plain * rows, 1e-12)) << width;
  }
}

}  // namespace
}  // namespace columnar::propagation_test
