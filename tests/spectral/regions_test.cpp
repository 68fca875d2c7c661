#include "columnar/spectral/regions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "columnar/core/random.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar {
namespace {

using testing::HasSubstr;
using testing_support::wide;

struct NoteSink : ProgressSink {
  std::vector<std::string> notes;
  void note(std::string_view message) override { notes.emplace_back(message); }
};

SpectralConfig make_config(std::uint32_t regions, std::uint32_t iterations = 20) {
  SpectralConfig config;
  config.regions = regions;
  config.kmeans_iterations = iterations;
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

TEST(Regions, AreClampedToTheNodesWithCoordinatesAndSaySo) {
  RowMatrix x = blobs(5, 5, 0.0);
  x.row(3).setZero();
  NoteSink sink;
  const Regions regions = partition(x, make_config(300), 1, {1, &sink});
  EXPECT_EQ(regions.centroids.rows(), 4);
  EXPECT_EQ(regions.region[3], Regions::kNone);
  EXPECT_EQ(std::set<std::uint32_t>(regions.region.begin(), regions.region.end()).size(), 5U);  // each its own
  ASSERT_EQ(sink.notes.size(), 1U);
  EXPECT_THAT(sink.notes[0], HasSubstr("regions 300 clamped to the 4 nodes"));
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
  const Regions one = partition(x, make_config(40), 1, {});
  const Regions four = partition(x, make_config(40), 1, {4, nullptr});
  EXPECT_EQ(one.region, four.region);
  EXPECT_TRUE(one.centroids == four.centroids);
  EXPECT_NE(one.region, partition(x, make_config(40), 2, {}).region);
}

}  // namespace
}  // namespace columnar
