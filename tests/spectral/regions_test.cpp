#include "columnar/spectral/regions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "columnar/core/random.hpp"
#include "support/progress_log.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::regions_test {
namespace {

using testing::HasSubstr;
using testing_support::wide;

SpectralConfig make_config(std::uint32_t regions, std::uint32_t iterations = 20) {
  SpectralConfig config;
  config.regions = regions;
  config.kmeans_iterations = iterations;
  config.minimum_region = 0;
  return config;
}

/// Unit rows around the axes: row i lies near axis i mod blobs.
RowMatrix blobs(Eigen::Index rows, Eigen::Index count, double spread) {
  const KeyedRandom random(7, Purpose::kProbe);
  RowMatrix x(rows, count);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      const double noise = spread * random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j));
      x(i, j) = static_cast<float>((i % count == j ? 1.0 : 0.0) + noise);
    }
    x.row(i).normalize();
  }
  return x;
}

TEST(Regions, FindTwoClearBlobs) {
  const RowMatrix x = blobs(40, 2, 0.05);
  const Regions regions = partition(x, make_config(2), 1, {});
  ASSERT_EQ(regions.region.size(), 40U);
  EXPECT_NE(regions.region[0], regions.region[1]);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(regions.region[i], regions.region[i % 2]) << i;
  }
  // The centroids lie on the two axes.
  EXPECT_GT(regions.centroids(regions.region[0], 0), 0.99F);
  EXPECT_GT(regions.centroids(regions.region[1], 1), 0.99F);
}

TEST(Regions, CentroidIsTheUnitMeanOfItsNodes) {
  // (1, 0) and (.6, .8) have the mean (.8, .4): at unit length (2, 1) / √5.
  RowMatrix x(2, 2);
  x << 1.0F, 0.0F, 0.6F, 0.8F;
  const Regions regions = partition(x, make_config(1), 1, {});
  EXPECT_NEAR(wide(regions.centroids(0, 0)), 2.0 / std::sqrt(5.0), 1e-6);
  EXPECT_NEAR(wide(regions.centroids(0, 1)), 1.0 / std::sqrt(5.0), 1e-6);
}

TEST(Regions, RestWhenEveryNodeIsNearestToTheMeanOfItsRegion) {
  const RowMatrix x = blobs(500, 6, 0.4);
  const Regions regions = partition(x, make_config(12, 200), 1, {});
  RowMatrix means = RowMatrix::Zero(12, 6);
  std::vector<float> sizes(12, 0.0F);
  for (Eigen::Index i = 0; i < 500; ++i) {
    const std::uint32_t r = regions.region[static_cast<std::size_t>(i)];
    ASSERT_LT(r, 12U);
    means.row(r) += x.row(i);
    sizes[r] += 1.0F;
  }
  for (Eigen::Index r = 0; r < 12; ++r) {
    ASSERT_GT(sizes[static_cast<std::size_t>(r)], 0.0F);
    means.row(r) /= sizes[static_cast<std::size_t>(r)];
    EXPECT_NEAR(wide(regions.centroids.row(r).norm()), 1.0, 1e-5);
    EXPECT_NEAR(wide(regions.centroids.row(r).dot(means.row(r).normalized())), 1.0, 1e-5);
  }
  for (Eigen::Index i = 0; i < 500; ++i) {
    const float own = (x.row(i) - means.row(regions.region[static_cast<std::size_t>(i)])).squaredNorm();
    for (Eigen::Index r = 0; r < 12; ++r) {
      EXPECT_LE(own, (x.row(i) - means.row(r)).squaredNorm() + 1e-5F);
    }
  }
}

/// The nodes of each region.
std::vector<std::size_t> sizes_of(const Regions& regions) {
  std::vector<std::size_t> sizes(static_cast<std::size_t>(regions.centroids.rows()), 0);
  for (const std::uint32_t r : regions.region) {
    ++sizes[r];
  }
  return sizes;
}

/// 196 rows around three axes, and four far from all of them around the fourth.
RowMatrix with_a_far_blob() {
  RowMatrix x = RowMatrix::Zero(200, 4);
  x.leftCols(3) = blobs(200, 3, 0.05);
  for (Eigen::Index i = 196; i < 200; ++i) {
    x.row(i).setZero();
    x(i, 3) = 1.0F;
    x(i, i % 3) = 0.01F;
    x.row(i).normalize();
  }
  return x;
}

TEST(Regions, OfAFewNodesFarAwayAreKeptWhereNoMinimumIsAskedFor) {
  const RowMatrix x = with_a_far_blob();
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    const Regions regions = partition(x, make_config(4), seed, {});
    EXPECT_EQ(sizes_of(regions)[regions.region[199]], 4U) << seed;
    EXPECT_GT(regions.centroids(regions.region[199], 3), 0.99F);
  }
}

TEST(Regions, OfFewerNodesThanTheMinimumAreMovedIntoTheLargest) {
  const RowMatrix x = with_a_far_blob();
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    SpectralConfig config = make_config(4);
    config.minimum_region = 4;  // the far blob has just as many
    const Regions just = partition(x, config, seed, {});
    EXPECT_EQ(sizes_of(just)[just.region[199]], 4U) << seed;
    config.minimum_region = 10;
    const Regions regions = partition(x, config, seed, {});
    const std::vector<std::size_t> sizes = sizes_of(regions);
    EXPECT_EQ(sizes.size(), 4U);
    EXPECT_GE(*std::min_element(sizes.begin(), sizes.end()), 10U) << seed;
    EXPECT_LT(regions.centroids(regions.region[199], 3), 0.9F) << seed;  // among others, not at its own axis
    for (Eigen::Index r = 0; r < 4; ++r) {
      EXPECT_NEAR(wide(regions.centroids.row(r).norm()), 1.0, 1e-5);
    }
  }
}

TEST(Regions, HoldTheirMinimumWhereTheNodesAreSpreadUnevenly) {
  // 2,000 nodes around 40 axes: one half of them around the first four, the other half thinly around the rest.
  RowMatrix x = blobs(2000, 40, 0.12);
  for (Eigen::Index i = 0; i < 1000; ++i) {
    x.row(i) *= 0.3F;
    x(i, i % 4) += 1.0F;
    x.row(i).normalize();
  }
  SpectralConfig config = make_config(80);
  const std::vector<std::size_t> plain = sizes_of(partition(x, config, 1, {}));
  EXPECT_LT(*std::min_element(plain.begin(), plain.end()), 6U);
  config.minimum_region = 6;
  const std::vector<std::size_t> repaired = sizes_of(partition(x, config, 1, {}));
  EXPECT_EQ(std::accumulate(repaired.begin(), repaired.end(), std::size_t{0}), 2000U);
  EXPECT_GE(*std::min_element(repaired.begin(), repaired.end()), 6U);
}

TEST(Regions, AskForNoMoreThanHalfTheMeanSize) {
  // 24 nodes at 6 places: a minimum of 100 counts as 24 / (2 · 6) = 2, which the six places have.
  SpectralConfig config = make_config(6);
  const RowMatrix x = blobs(24, 6, 0.01);
  const Regions plain = partition(x, config, 1, {});
  config.minimum_region = 100;
  EXPECT_EQ(partition(x, config, 1, {}).region, plain.region);
}

TEST(Regions, CopeWithAMinimumWhereManyNodesAreOneAndTheSame) {
  // 800 rows at two places and 100 regions: 98 cannot keep any node, however often they are moved. The places have no
  // exact mean in floats, so that centroids that are moved onto a row take it from those that lay there.
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    RowMatrix x(800, 3);
    const RowMatrix places = blobs(20, 3, 0.4);
    for (Eigen::Index i = 0; i < 800; ++i) {
      x.row(i) = places.row(static_cast<Eigen::Index>(seed) + (i < 400 ? 0 : 1));
    }
    SpectralConfig config = make_config(100);
    config.minimum_region = 8;
    const Regions regions = partition(x, config, seed, {});
    EXPECT_EQ(regions.centroids.rows(), 100);
    EXPECT_TRUE(regions.centroids.allFinite());
    for (std::size_t i = 0; i < 800; ++i) {
      ASSERT_LT(regions.region[i], 100U);
      EXPECT_EQ(regions.region[i], regions.region[i < 400 ? 0 : 799]);
    }
    EXPECT_NE(regions.region[0], regions.region[799]);
  }
}

TEST(Regions, AreAThirdOfTheNodesWithCoordinatesAtMostAndSaySo) {
  RowMatrix x = blobs(11, 4, 0.0);
  x.row(3).setZero();
  SpectralConfig config = make_config(300);
  config.minimum_region = 8;
  testing_support::ProgressLog sink;
  EXPECT_EQ(partition(x, config, 1, {1, &sink}).centroids.rows(), 4);  // the last has one node
  EXPECT_THAT(sink.notes, testing::ElementsAre(HasSubstr("regions 300 clamped to 4 for 10 nodes")));
}

TEST(Regions, AreClampedToTheNodesWithCoordinatesWhereTheyMayBeOfOneNode) {
  RowMatrix x = blobs(5, 5, 0.0);
  x.row(3).setZero();
  testing_support::ProgressLog sink;
  const Regions regions = partition(x, make_config(300), 1, {1, &sink});
  EXPECT_EQ(regions.centroids.rows(), 4);
  EXPECT_EQ(regions.region[3], Regions::kNone);
  EXPECT_EQ(std::set<std::uint32_t>(regions.region.begin(), regions.region.end()).size(), 5U);  // each its own
  ASSERT_EQ(sink.notes.size(), 1U);
  EXPECT_THAT(sink.notes[0], HasSubstr("regions 300 clamped to 4 for 4 nodes"));
}

TEST(Regions, AreOneWhereNoNodeHasCoordinates) {
  const Regions regions = partition(RowMatrix::Zero(3, 2), make_config(300), 1, {});
  EXPECT_EQ(regions.centroids.rows(), 1);
  EXPECT_EQ(regions.centroids.cwiseAbs().maxCoeff(), 0.0F);
  EXPECT_EQ(regions.region, std::vector<std::uint32_t>(3, Regions::kNone));
}

TEST(Regions, CopeWithMoreRegionsThanDifferentRows) {
  RowMatrix x(6, 2);
  x << 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1;
  const Regions regions = partition(x, make_config(4), 1, {});
  EXPECT_EQ(regions.centroids.rows(), 4);
  EXPECT_NE(regions.region[0], regions.region[3]);
  EXPECT_EQ(regions.region[0], regions.region[2]);
}

TEST(Regions, AreTheSameBytesAtAnyThreadCountAndOthersForAnotherSeed) {
  const RowMatrix x = blobs(3000, 8, 0.5);
  SpectralConfig config = make_config(40);
  for (const std::uint32_t minimum : {0U, 60U}) {
    config.minimum_region = minimum;
    const Regions one = partition(x, config, 1, {});
    const Regions four = partition(x, config, 1, {4, nullptr});
    EXPECT_EQ(one.region, four.region);
    EXPECT_TRUE(one.centroids == four.centroids);
    EXPECT_NE(one.region, partition(x, config, 2, {}).region);
  }
}

}  // namespace
}  // namespace columnar::regions_test
