#include "columnar/spectral/new_node_projection.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace columnar::new_node_projection_test {
namespace {

/// Rows of (node, share, PPMI).
struct Entry {
  NodeIndex node;
  float share;
  float ppmi;
};

LocalPairs pairs_of(const std::vector<std::vector<Entry>>& rows) {
  LocalPairs pairs;
  for (const auto& row : rows) {
    std::vector<NodeIndex> columns;
    std::vector<float> values;
    for (const Entry& entry : row) {
      columns.push_back(entry.node);
      values.push_back(entry.ppmi);
      pairs.share.push_back(entry.share);
    }
    pairs.ppmi.add_row(columns, values);
  }
  return pairs;
}

TEST(NewNodeProjection, IsTheUnitMeanWeightedByShareAndInformation) {
  RowMatrix coordinates(3, 2);
  coordinates << 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F;
  // 0.5 · 3 along the first axis, 0.5 · 4 along the second.
  project_new_nodes(pairs_of({{{0, 0.5F, 3.0F}, {1, 0.5F, 4.0F}}}), std::vector<NodeIndex>{2}, coordinates, {});
  EXPECT_FLOAT_EQ(coordinates(2, 0), 0.6F);
  EXPECT_FLOAT_EQ(coordinates(2, 1), 0.8F);
  EXPECT_FLOAT_EQ(coordinates(0, 0), 1.0F);
}

TEST(NewNodeProjection, NewcomersFindTheirPlacesFromOneAnother) {
  RowMatrix coordinates = RowMatrix::Zero(4, 2);
  coordinates(0, 1) = 1.0F;
  const LocalPairs pairs = pairs_of({{{0, 1.0F, 1.0F}}, {{1, 1.0F, 1.0F}}, {{2, 1.0F, 1.0F}}});
  project_new_nodes(pairs, std::vector<NodeIndex>{1, 2, 3}, coordinates, {});
  for (int v = 1; v < 4; ++v) {
    EXPECT_FLOAT_EQ(coordinates(v, 1), 1.0F) << v;
  }
}

TEST(NewNodeProjection, NodesWithPlacesMoveOnceAndAllAtTheSameTime) {
  RowMatrix coordinates(2, 2);
  coordinates << 1.0F, 0.0F, 0.0F, 1.0F;
  project_new_nodes(pairs_of({{{1, 1.0F, 1.0F}}, {{0, 1.0F, 1.0F}}}), std::vector<NodeIndex>{0, 1}, coordinates, {});
  EXPECT_FLOAT_EQ(coordinates(0, 1), 1.0F);  // they changed places
  EXPECT_FLOAT_EQ(coordinates(1, 0), 1.0F);
}

TEST(NewNodeProjection, ANodeThatMeetsNobodyStaysWhereItIs) {
  RowMatrix coordinates(2, 2);
  coordinates << 0.0F, 0.0F, 0.6F, 0.8F;
  project_new_nodes(pairs_of({{}, {}}), std::vector<NodeIndex>{0, 1}, coordinates, {});
  EXPECT_EQ(coordinates.row(0).squaredNorm(), 0.0F);
  EXPECT_FLOAT_EQ(coordinates(1, 0), 0.6F);
}

}  // namespace
}  // namespace columnar::new_node_projection_test
