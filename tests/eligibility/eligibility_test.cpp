#include "columnar/eligibility/eligibility.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "columnar/core/random.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::eligibility_test {
namespace {

using testing_support::wide;

RowMatrix axes(Eigen::Index count) { return RowMatrix::Identity(count, count); }

RowMatrix random_rows(Eigen::Index rows, Eigen::Index columns, std::uint64_t key) {
  const KeyedRandom random(key, Purpose::kProbe);
  RowMatrix x(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      x(i, j) = static_cast<float>(random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
    x.row(i).normalize();
  }
  return x;
}

TEST(NodeRegionWeights, AreASoftmaxOfTheCosinesWorkedByHand) {
  // A node on the first of two axes: cosines 1 and 0; at τ = 1 the weights are e : 1.
  RowMatrix node(1, 2);
  node << 1.0F, 0.0F;
  const RowMatrix weights = node_region_weights(node, Int16Matrix(axes(2)), 2, 1.0);
  EXPECT_NEAR(wide(weights(0, 0)), 0.7310586, 1e-6);
  EXPECT_NEAR(wide(weights(0, 1)), 0.2689414, 1e-6);
  // At τ = .1, as printed, e^10 : 1.
  EXPECT_NEAR(wide(node_region_weights(node, Int16Matrix(axes(2)), 2, 0.1)(0, 1)), 4.5398e-5, 1e-8);
}

TEST(NodeRegionWeights, AreZeroOutsideTheNearestRegions) {
  // Cosines .8, .6, 0: of the two nearest e^.8 : e^.6 = 1 : e^-.2.
  RowMatrix node(1, 3);
  node << 0.8F, 0.6F, 0.0F;
  const RowMatrix weights = node_region_weights(node, Int16Matrix(axes(3)), 2, 1.0);
  EXPECT_NEAR(wide(weights(0, 0)), 1.0 / (1.0 + std::exp(-0.2)), 1e-5);  // cosines have 16 bits
  EXPECT_EQ(weights(0, 2), 0.0F);
}

TEST(NodeRegionWeights, SumToOneWithExactlyTheTopEntriesNotZero) {
  const RowMatrix weights = node_region_weights(random_rows(50, 6, 1), Int16Matrix(random_rows(20, 6, 2)), 7, 0.1);
  for (Eigen::Index v = 0; v < 50; ++v) {
    EXPECT_NEAR(wide(weights.row(v).sum()), 1.0, 1e-5);
    EXPECT_EQ((weights.row(v).array() > 0.0F).count(), 7);
  }
}

TEST(NodeRegionWeights, AreAlikeForANodeWithoutCoordinates) {
  const RowMatrix weights = node_region_weights(RowMatrix::Zero(1, 4), Int16Matrix(axes(4)), 2, 0.1);
  EXPECT_TRUE((weights.array() == 0.25F).all());
}

TEST(ColumnRegionAffinity, IsASoftmaxAroundThePrimaryRegionWorkedByHand) {
  // Regions at right angles are similar by 1 to themselves and 0 to others; at τ = .5 the row is e² : 1.
  const RowMatrix affinity = column_region_affinity(axes(2), 2, 0.5, 3);
  const auto primary = primary_regions(2, 2, 3);
  for (std::uint32_t c = 0; c < 2; ++c) {
    EXPECT_NEAR(wide(affinity(c, primary[c])), 0.8807971, 1e-6);
    EXPECT_NEAR(wide(affinity(c, 1 - primary[c])), 0.1192029, 1e-6);
  }
}

TEST(ColumnRegionAffinity, RowsSumToOneAndPeakAtThePrimaryRegion) {
  const RowMatrix affinity = column_region_affinity(random_rows(20, 6, 2), 30, 0.2, 1);
  const auto primary = primary_regions(30, 20, 1);
  for (std::uint32_t c = 0; c < 30; ++c) {
    EXPECT_NEAR(wide(affinity.row(c).sum()), 1.0, 1e-5);
  }
  for (std::uint32_t c = 0; c < 20; ++c) {  // the others lie between two regions
    EXPECT_EQ(affinity.row(c).maxCoeff(), affinity(c, primary[c]));
  }
}

TEST(ColumnDirections, LieBetweenAPrimaryRegionAndItsNearestInTurn) {
  // Three regions at 0, 30 and 90 degrees: with eight columns the turns go own, nearest, second nearest.
  RowMatrix centroids(3, 2);
  centroids << 1.0F, 0.0F, std::sqrt(0.75F), 0.5F, 0.0F, 1.0F;
  const std::array<std::array<double, 3>, 3> degrees{{{0, 15, 45}, {30, 15, 60}, {90, 60, 45}}};
  const RowMatrix directions = column_directions(centroids, 8, 5);
  const auto primary = primary_regions(8, 3, 5);
  for (std::uint32_t c = 0; c < 8; ++c) {
    const double angle = std::atan2(wide(directions(c, 1)), wide(directions(c, 0))) * 180.0 / std::numbers::pi;
    EXPECT_NEAR(angle, degrees[primary[c]][c / 3], 1e-4) << c;
    EXPECT_NEAR(wide(directions.row(c).norm()), 1.0, 1e-6);
  }
}

TEST(ColumnDirections, StayFiniteBetweenOppositeRegions) {
  RowMatrix opposite(2, 1);
  opposite << 1.0F, -1.0F;
  const RowMatrix affinity = column_region_affinity(opposite, 4, 0.1, 1);
  EXPECT_TRUE(affinity.allFinite());
  EXPECT_EQ(affinity(2, 0), 0.5F);  // no direction: both regions alike
}

TEST(PrimaryRegions, GiveEveryColumnARegionOfItsOwnWhereThereAreAsMany) {
  std::vector<std::uint32_t> sorted = primary_regions(300, 300, 1);
  EXPECT_NE(sorted, primary_regions(300, 300, 2));
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> all(300);
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_EQ(sorted, all);
}

TEST(PrimaryRegions, GoRoundWhereThereAreFewerRegions) {
  const auto primary = primary_regions(7, 3, 1);
  for (std::size_t c = 0; c + 3 < 7; ++c) {
    EXPECT_EQ(primary[c], primary[c + 3]);
  }
  EXPECT_EQ(primary[0] + primary[1] + primary[2], 3U);  // 0, 1 and 2 in some order
}

TEST(Eligibility, IsTheProductOfBothOverItsMaximumWorkedByHand) {
  // The node of the first test: NRW = (.7311, .2689). A column of region 0 has CRA = (.8808, .1192), one of region 1
  // the reverse. ELIG: .7311 · .8808 + .2689 · .1192 = .67597 and .32403; over the maximum 1 and .47935.
  RowMatrix node(1, 2);
  node << 1.0F, 0.0F;
  EligibilityConfig config;
  config.nrw_regions = 2;
  config.nrw_temperature = 1.0;
  config.cra_temperature = 0.5;
  const Eligibility eligibility = build_eligibility(node, axes(2), config, 2, 3, {});
  ASSERT_EQ(eligibility.width, 2U);
  const auto primary = primary_regions(2, 2, 3);
  EXPECT_EQ(primary[eligibility.columns[0]], 0U);
  EXPECT_EQ(primary[eligibility.columns[1]], 1U);
  EXPECT_EQ(eligibility.values[0], 1.0F);
  EXPECT_NEAR(wide(eligibility.values[1]), 0.479349, 5e-5);  // of 16 bits
}

TEST(Eligibility, KeepsTheOrderOfColumnsWhereTheyAreFarFromTheBest) {
  // At τ = .03 affinities fall by e^-33 from one end to the other: 16 bits alone would call most of them 0.
  const RowMatrix nodes = random_rows(100, 6, 1);
  const RowMatrix centroids = random_rows(40, 6, 2);
  EligibilityConfig config;
  config.nrw_temperature = 0.03;
  config.cra_temperature = 0.03;
  config.candidate_columns = 30;
  const Eligibility eligibility = build_eligibility(nodes, centroids, config, 40, 1, {});
  const RowMatrix product =
      node_region_weights(nodes, Int16Matrix(centroids), config.nrw_regions, config.nrw_temperature) *
      column_region_affinity(centroids, 40, config.cra_temperature, 1).transpose();
  for (std::size_t v = 0; v < 100; ++v) {
    const auto row = product.row(static_cast<Eigen::Index>(v));
    for (std::size_t k = 1; k < 30; ++k) {
      const auto columns = eligibility.row_columns(v);
      EXPECT_LE(row(columns[k]), row(columns[k - 1]) * 1.01F) << v << ' ' << k;
    }
  }
}

TEST(Eligibility, KeepsTheBestColumnsOfThePlainProduct) {
  const RowMatrix nodes = random_rows(600, 6, 1);  // three blocks of nodes
  const RowMatrix centroids = random_rows(20, 6, 2);
  EligibilityConfig config;
  config.nrw_regions = 10;
  config.candidate_columns = 9;
  const Eligibility eligibility = build_eligibility(nodes, centroids, config, 25, 1, {});
  const RowMatrix product = node_region_weights(nodes, Int16Matrix(centroids), 10, config.nrw_temperature) *
                            column_region_affinity(centroids, 25, config.cra_temperature, 1).transpose();
  ASSERT_EQ(eligibility.columns.size(), 600U * 9);
  for (std::size_t v = 0; v < 600; ++v) {
    const auto row = product.row(static_cast<Eigen::Index>(v));
    const auto columns = eligibility.row_columns(v);
    const auto values = eligibility.row_values(v);
    EXPECT_EQ(values[0], 1.0F);
    for (std::size_t k = 0; k < 9; ++k) {
      EXPECT_NEAR(wide(values[k]), wide(row(columns[k]) / row.maxCoeff()), 2e-4);  // weights have 16 bits
      EXPECT_TRUE(k == 0 || values[k - 1] >= values[k]);
    }
    EXPECT_LE((row.array() > row(columns[8]) * 1.0004F).count(), 8);
  }
  const Eligibility four = build_eligibility(nodes, centroids, config, 25, 1, {4, nullptr});
  EXPECT_EQ(four.columns, eligibility.columns);
  EXPECT_EQ(four.values, eligibility.values);
}

TEST(Eligibility, KeepsNoMoreColumnsThanThereAre) {
  EligibilityConfig config;
  config.candidate_columns = 64;
  EXPECT_EQ(build_eligibility(axes(3), axes(3), config, 5, 1, {}).width, 5U);
}

TEST(Eligibility, IsOneEverywhereForANodeWithoutCoordinatesAmongEqualRegions) {
  const Eligibility eligibility = build_eligibility(RowMatrix::Zero(1, 3), axes(3), {}, 6, 1, {});
  for (const float value : eligibility.values) {
    EXPECT_NEAR(wide(value), 1.0, 1e-4);  // of 16 bits
  }
}

TEST(Eligibility, StaysANumberWhereATinyTemperatureLeavesANodeWithoutAnyColumn) {
  // Eight orthogonal regions, two columns: at temperature .001 six nodes are eligible for none of them.
  const RowMatrix identity = RowMatrix::Identity(8, 8);
  EligibilityConfig config;
  config.nrw_regions = 1;
  config.cra_temperature = 1e-3;
  config.candidate_columns = 2;
  const Eligibility eligibility = build_eligibility(identity, identity, config, 2, 1, {});
  for (const float value : eligibility.values) {
    EXPECT_TRUE(value >= 0.0F && value <= 1.0F);
  }
}

}  // namespace
}  // namespace columnar::eligibility_test
