#include "columnar_lab/evaluate/nearest_vectors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace columnar::nearest_vectors_test {
namespace {

using testing::ElementsAre;
using testing::Field;

/// Two that point right, one up, one between them, one of zeros.
DenseTable plane() {
  DenseTable table;
  table.dimensions = 2;
  table.ids = {{10, 11, 12, 13, 14}, {}};
  table.values = {1, 0, 5, 0, 0, 2, 1, 1, 0, 0};
  return table;
}

std::vector<NodeIndex> rows_of(const std::vector<NearRow>& near) {
  std::vector<NodeIndex> rows;
  for (const NearRow& one : near) {
    rows.push_back(one.row);
  }
  return rows;
}

TEST(NearestRows, AreThoseOfTheHighestCosine) {
  const DenseTable vectors = plane();
  const RowSimilarity similarity(vectors);
  const std::vector<NodeIndex> like{0};
  const auto nearest = nearest_rows(similarity, 5, like, 3);
  EXPECT_THAT(rows_of(nearest), ElementsAre(1, 3, 2));
  EXPECT_FLOAT_EQ(nearest[0].similarity, 1.0F);
  EXPECT_FLOAT_EQ(nearest[1].similarity, 0.70710678F);
  EXPECT_EQ(nearest[2].similarity, 0.0F);
  EXPECT_EQ(nearest_rows(similarity, 5, like, 100).size(), 4U);
}

TEST(NearestRows, OfSeveralAreNearAllOfThem) {
  const DenseTable vectors = plane();
  const std::vector<NodeIndex> like{0, 2};
  // Row 1 is nearer to row 0 than row 3 is, but far from row 2. Rows 1 and 4 tie by the smaller cosine, 0.
  EXPECT_THAT(rows_of(nearest_rows(RowSimilarity(vectors), 5, like, 3)), ElementsAre(3, 1, 4));
}

}  // namespace
}  // namespace columnar::nearest_vectors_test
