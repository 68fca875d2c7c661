#include "columnar_lab/evaluate/link_features.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::link_features_test {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::FloatEq;
using testing::IsEmpty;
using testing_codes::make_l23_table;

const std::vector<NodePair> kPair{{0, 1}};

/// {0, 2} and {2, 5}: bit 2 is shared.
Embedding two_codes() { return make_l23_table({{0, 2}, {2, 5}}); }

Embedding two_vectors() { return DenseTable{{{0, 1}, {}}, 3, {1.0F, -2.0F, 0.0F, 3.0F, 4.0F, 0.0F}}; }

TEST(LinkFeatures, AverageOfCodesIsTheUnionWithHalvesWorkedByHand) {
  const SparseRows rows = link_features(two_codes(), kPair, EdgeOperator::kAverage);
  EXPECT_THAT(rows.offsets, ElementsAre(0, 3));
  EXPECT_THAT(rows.indices, ElementsAre(0, 2, 5));
  EXPECT_THAT(rows.values, ElementsAre(0.5F, 1.0F, 0.5F));
  EXPECT_EQ(rows.width, 8U);
}

TEST(LinkFeatures, HadamardOfCodesIsTheSharedBits) {
  const SparseRows rows = link_features(two_codes(), kPair, EdgeOperator::kHadamard);
  EXPECT_THAT(rows.indices, ElementsAre(2));
  EXPECT_THAT(rows.values, IsEmpty());
}

TEST(LinkFeatures, WeightedDifferencesOfCodesAreTheBitsOfOneAlone) {
  for (const EdgeOperator edge_operator : {EdgeOperator::kWeightedL1, EdgeOperator::kWeightedL2}) {
    const SparseRows rows = link_features(two_codes(), kPair, edge_operator);
    EXPECT_THAT(rows.indices, ElementsAre(0, 5));
    EXPECT_THAT(rows.values, IsEmpty());
  }
}

TEST(LinkFeatures, OfVectorsAreTheFourOperatorsWorkedByHand) {
  EXPECT_THAT(link_features(two_vectors(), kPair, EdgeOperator::kAverage).values, ElementsAre(2, 1, 0));
  EXPECT_THAT(link_features(two_vectors(), kPair, EdgeOperator::kHadamard).values, ElementsAre(3, -8, 0));
  EXPECT_THAT(link_features(two_vectors(), kPair, EdgeOperator::kWeightedL1).values, ElementsAre(2, 6, 0));
  EXPECT_THAT(link_features(two_vectors(), kPair, EdgeOperator::kWeightedL2).values, ElementsAre(4, 36, 0));
  EXPECT_THAT(link_features(two_vectors(), kPair, EdgeOperator::kAverage).indices, ElementsAre(0, 1, 2));
}

TEST(LinkFeatures, DoNotTellUVFromVU) {
  const std::vector<NodePair> turned{{1, 0}};
  for (const Embedding& embedding : {two_codes(), two_vectors()}) {
    for (const EdgeOperator edge_operator : kEdgeOperators) {
      const SparseRows rows = link_features(embedding, kPair, edge_operator);
      EXPECT_EQ(rows.indices, link_features(embedding, turned, edge_operator).indices);
      EXPECT_EQ(rows.values, link_features(embedding, turned, edge_operator).values);
    }
  }
}

TEST(DirectScores, AreSharedBitsOfCodesAndTheCosineOfVectors) {
  EXPECT_THAT(direct_scores(two_codes(), kPair), ElementsAre(1.0));
  EXPECT_THAT(direct_scores(two_vectors(), kPair), ElementsAre(DoubleEq(-5.0 / (std::sqrt(5.0) * 5.0))));
  const Embedding zero = DenseTable{{{0, 1}, {}}, 2, {0.0F, 0.0F, 1.0F, 1.0F}};
  EXPECT_THAT(direct_scores(zero, kPair), ElementsAre(0.0));
}

TEST(WithEqualLengths, ScalesEveryVectorButZeroToTheRootOfItsDimensions) {
  const DenseTable table = with_equal_lengths({{{0, 1, 2}, {}}, 2, {3.0F, 4.0F, 0.0F, 0.0F, -1e-6F, 0.0F}});
  const float root = std::sqrt(2.0F);
  EXPECT_THAT(table.values, ElementsAre(FloatEq(0.6F * root), FloatEq(0.8F * root), 0.0F, 0.0F, FloatEq(-root), 0.0F));
}

TEST(LinkFeatures, RefusePairsOutsideTheTableAndBrokenTables) {
  const std::vector<NodePair> outside{{0, 2}};
  EXPECT_THROW(static_cast<void>(link_features(two_codes(), outside, EdgeOperator::kAverage)), Error);
  EXPECT_THROW(static_cast<void>(direct_scores(two_vectors(), outside)), Error);
  const Embedding unsorted = make_l23_table({{2, 0}, {2, 5}});
  EXPECT_THROW(static_cast<void>(link_features(unsorted, kPair, EdgeOperator::kAverage)), Error);
  const Embedding too_short = DenseTable{{{0, 1}, {}}, 2, {0.0F, 0.0F, 1.0F}};
  EXPECT_THROW(static_cast<void>(direct_scores(too_short, kPair)), Error);
  const Embedding endless = DenseTable{{{0, 1}, {}}, 1, {0.0F, std::numeric_limits<float>::infinity()}};
  EXPECT_THROW(static_cast<void>(link_features(endless, kPair, EdgeOperator::kAverage)), Error);
}

}  // namespace
}  // namespace columnar::link_features_test
