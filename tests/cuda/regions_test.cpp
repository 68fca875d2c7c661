#include "columnar_cuda/stages/regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/spectral/nearest_centroids.hpp"
#include "cuda/gpu_test.hpp"
#include "cuda/matrices.hpp"

namespace columnar::cuda {
namespace {

SpectralConfig config_of(std::uint32_t regions) {
  SpectralConfig config;
  config.regions = regions;
  return config;
}

/// The mean squared distance of the rows from the centroids of their regions.
double spread_of(const RowMatrix& x, const Regions& regions) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const std::uint32_t region = regions.region[static_cast<std::size_t>(i)];
    if (region != Regions::kNone) {
      sum += static_cast<double>((x.row(i) - regions.centroids.row(region)).squaredNorm());
    }
  }
  return sum / static_cast<double>(x.rows());
}

TEST_F(GpuTest, RegionsOfClearBlobsAreThoseOfTheCpu) {
  const RowMatrix x = scattered_rows(3000, 32, 20, 0.05);
  const Regions on_cpu = columnar::partition(x, config_of(20), 1, {});
  const Regions on_gpu = partition(device(), Products(device()), to_device(device(), x), config_of(20), 1, {});
  EXPECT_EQ(on_gpu.region, on_cpu.region);
  EXPECT_LT((on_gpu.centroids - on_cpu.centroids).cwiseAbs().maxCoeff(), 1e-5F);
}

TEST_F(GpuTest, RegionsDescribeTheRowsAsWellAsThoseOfTheCpu) {
  const RowMatrix x = scattered_rows(40'000, 64, 500, 0.7, 97);
  const SpectralConfig config = config_of(300);
  const Regions on_cpu = columnar::partition(x, config, 3, {});
  const Regions on_gpu = partition(device(), Products(device()), to_device(device(), x), config, 3, {});
  EXPECT_NEAR(spread_of(x, on_gpu), spread_of(x, on_cpu), 0.01 * spread_of(x, on_cpu));
  std::vector<std::size_t> sizes(300, 0);
  for (std::size_t i = 0; i < on_gpu.region.size(); ++i) {
    ASSERT_EQ(on_gpu.region[i] == Regions::kNone, i % 97 == 0) << i;
    if (on_gpu.region[i] != Regions::kNone) {
      ++sizes[on_gpu.region[i]];
    }
  }
  EXPECT_LE(std::ranges::count_if(sizes, [](std::size_t size) { return size < 8; }), 3);
}

TEST_F(GpuTest, RegionIsThatOfTheNearestCentroid) {
  const RowMatrix x = scattered_rows(5000, 48, 300, 0.7);
  SpectralConfig config = config_of(100);
  config.minimum_region = 0;
  config.kmeans_iterations = 100;
  const Regions regions = partition(device(), Products(device()), to_device(device(), x), config, 1, {});
  std::vector<double> sums(100, 0.0);
  RowMatrix means = RowMatrix::Zero(100, x.cols());
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    means.row(regions.region[static_cast<std::size_t>(i)]) += x.row(i);
    sums[regions.region[static_cast<std::size_t>(i)]] += 1.0;
  }
  for (Eigen::Index r = 0; r < means.rows(); ++r) {
    means.row(r) /= static_cast<float>(sums[static_cast<std::size_t>(r)]);
  }
  NearestCentroids nearest(x, {});
  nearest.follow(means);
  std::size_t differ = 0;
  for (std::size_t i = 0; i < regions.region.size(); ++i) {
    differ += nearest.nearest()[i] != regions.region[i] ? 1U : 0U;
  }
  EXPECT_LE(differ, 2U);
}

TEST_F(GpuTest, RegionsAreTheSameInEveryRun) {
  const RowMatrix x = scattered_rows(30'000, 64, 500, 0.7);
  const DeviceMatrix on_gpu = to_device(device(), x);
  const Regions first = partition(device(), Products(device()), on_gpu, config_of(200), 1, {});
  const Regions second = partition(device(), Products(device()), on_gpu, config_of(200), 1, {});
  EXPECT_EQ(first.region, second.region);
  EXPECT_EQ(first.centroids, second.centroids);
}

TEST_F(GpuTest, RegionsOfRowsWithoutCoordinatesAreNone) {
  const RowMatrix x = RowMatrix::Zero(50, 8);
  const Regions regions = partition(device(), Products(device()), to_device(device(), x), config_of(10), 1, {});
  EXPECT_EQ(regions.region, std::vector<std::uint32_t>(50, Regions::kNone));
  EXPECT_EQ(regions.centroids, RowMatrix::Zero(1, 8));
}

TEST_F(GpuTest, RegionsRefuseRowsThatAreNotFinite) {
  RowMatrix x = scattered_rows(100, 8, 10, 0.1);
  x(70, 3) = std::numeric_limits<float>::infinity();
  try {
    (void)partition(device(), Products(device()), to_device(device(), x), config_of(10), 1, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "regions: the length of the coordinates of row 70 is not finite");
  }
}

}  // namespace
}  // namespace columnar::cuda
