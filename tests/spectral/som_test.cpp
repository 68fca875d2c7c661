#include "columnar/spectral/som.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/spectral/passes.hpp"
#include "columnar/spectral/regions.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::som_test {
namespace {

using testing_support::wide;

SpectralConfig make_config(std::uint32_t regions, std::uint64_t presentations) {
  SpectralConfig config;
  config.method = SpectralMethod::kGha;
  config.regions = regions;
  config.som_presentations = presentations;
  return config;
}

/// Directions all over the sphere.
RowMatrix sphere(Eigen::Index rows, Eigen::Index columns = 3) {
  const KeyedRandom random(7, Purpose::kProbe);
  RowMatrix x(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      x(i, j) = static_cast<float>(random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
    x.row(i).normalize();
  }
  return x;
}

TEST(MapGrid, IsAsNearToASquareAsItGetsWithoutAShortRow) {
  EXPECT_EQ(MapGrid(300).columns(), 20U);
  EXPECT_EQ(MapGrid(300).longest(), 20U);
  EXPECT_EQ(MapGrid(16).columns(), 4U);
  EXPECT_EQ(MapGrid(1).columns(), 1U);
  EXPECT_EQ(MapGrid(7).columns(), 3U);  // 3, 3 and 1
  EXPECT_EQ(MapGrid(7).longest(), 3U);
}

TEST(MapGrid, MeasuresDistancesAcrossAndDown) {
  const MapGrid grid(300);
  EXPECT_EQ(grid.squared_distance(0, 19), 361.0);
  EXPECT_EQ(grid.squared_distance(0, 20), 1.0);
  EXPECT_EQ(grid.squared_distance(0, 42), 8.0);
  EXPECT_EQ(grid.squared_distance(42, 42), 0.0);
}

TEST(Map, HasUnitsOfUnitLengthThatStandWhereTheRowsAre) {
  const RowMatrix x = sphere(500);
  const RowMatrix map = self_organising_map(x, 40, make_config(40, 5000), 1, {});
  ASSERT_EQ(map.rows(), 40);
  for (Eigen::Index r = 0; r < map.rows(); ++r) {
    EXPECT_NEAR(wide(map.row(r).norm()), 1.0, 1e-5);
  }
  const Eigen::VectorXf nearest = (x * map.transpose()).rowwise().maxCoeff();
  EXPECT_GT(nearest.mean(), 0.95F);  // forty caps of 26° on average cover the sphere
}

TEST(Map, OrdersItself) {
  const RowMatrix map = self_organising_map(sphere(500), 48, make_config(48, 5000), 1, {});
  const MapGrid grid(48);
  double near = 0.0;
  double far = 0.0;
  int near_pairs = 0;
  int far_pairs = 0;
  for (std::size_t a = 0; a < 48; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const double cosine = wide(map.row(static_cast<Eigen::Index>(a)).dot(map.row(static_cast<Eigen::Index>(b))));
      const bool neighbours = grid.squared_distance(a, b) <= 1.0;
      (neighbours ? near : far) += cosine;
      ++(neighbours ? near_pairs : far_pairs);
    }
  }
  EXPECT_GT(near / near_pairs, 0.7);
  EXPECT_LT(far / far_pairs, 0.1);
}

TEST(Map, InBlocksOfOneEqualsThePlainOnlineRule) {
  const RowMatrix x = sphere(20);
  SpectralConfig config = make_config(6, 40);
  config.gha_block = 1;
  const MapGrid grid(6);
  Eigen::MatrixXd units(6, 3);
  Eigen::VectorXd wins = Eigen::VectorXd::Ones(6);
  const KeyedRandom start(5, Purpose::kMapStart);
  for (Eigen::Index r = 0; r < 6; ++r) {
    units.row(r) = x.row(static_cast<Eigen::Index>(start.below(20, static_cast<std::uint64_t>(r), 0))).cast<double>();
  }
  std::vector<Eigen::Index> rows(20);
  std::iota(rows.begin(), rows.end(), Eigen::Index{0});
  show_in_passes(rows, 2, 1, KeyedRandom(5, Purpose::kMapOrder), [&](std::span<const Eigen::Index> shown, double done) {
    const Eigen::RowVectorXd row = x.row(shown[0]).cast<double>();
    Eigen::Index winner = 0;
    (units * row.transpose() - config.som_conscience * (wins.array() - 1.0).matrix()).maxCoeff(&winner);
    wins *= 1.0 - 1.0 / 60.0;
    wins(winner) += 6.0 / 60.0;
    const double radius = 1.5 * std::pow(config.som_radius / 1.5, done);  // three units on the longer side
    for (Eigen::Index r = 0; r < 6; ++r) {
      const double distance = grid.squared_distance(static_cast<std::size_t>(winner), static_cast<std::size_t>(r));
      const double share = config.som_rate * (1.0 - done) * std::exp(-distance / (2.0 * radius * radius));
      units.row(r) += share * (row - units.row(r));
      units.row(r).normalize();
    }
  });
  const RowMatrix map = self_organising_map(x, 6, config, 5, {});
  EXPECT_LT((map.cast<double>() - units).cwiseAbs().maxCoeff(), 0.01);  // pulls below a thousandth are left out
}

TEST(Map, WithAConscienceLeavesFewerUnitsWithoutRows) {
  RowMatrix x(600, 12);  // most rows in a few places, as communities are
  const RowMatrix places = sphere(30, 12);
  const RowMatrix noise = sphere(600, 12);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    x.row(i) = (places.row(i % 30) + 0.3F * noise.row(i)).normalized();
  }
  const auto idle_units = [&](double conscience) {
    SpectralConfig config = make_config(60, 12'000);
    config.som_conscience = conscience;
    const Regions regions = partition(x, config, 1, {});
    return 60U - std::set<std::uint32_t>(regions.region.begin(), regions.region.end()).size();
  };
  EXPECT_GT(idle_units(0.0), idle_units(0.3) + 3);
}

TEST(Map, IsTheSameBytesAtAnyThreadCount) {
  const RowMatrix x = sphere(400, 8);
  const RowMatrix one = self_organising_map(x, 60, make_config(60, 2000), 1, {});
  EXPECT_TRUE(one == self_organising_map(x, 60, make_config(60, 2000), 1, {4, nullptr}));
  EXPECT_FALSE(one == self_organising_map(x, 60, make_config(60, 2000), 2, {}));
}

TEST(Map, OfOneRowIsThatRow) {
  const RowMatrix x = sphere(1);
  EXPECT_TRUE(self_organising_map(x, 1, make_config(1, 10), 1, {}).isApprox(x, 1e-5F));
}

TEST(RegionsOfAMap, AreThoseOfTheNearestUnit) {
  const RowMatrix x = sphere(300);
  SpectralConfig config = make_config(12, 3000);
  config.minimum_region = 0;
  const Regions regions = partition(x, config, 1, {});
  EXPECT_TRUE(regions.centroids.isApprox(self_organising_map(x, 12, config, 1, {}), 1e-6F));
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const float own = x.row(i).dot(regions.centroids.row(regions.region[static_cast<std::size_t>(i)]));
    EXPECT_NEAR(wide(own), wide((x.row(i) * regions.centroids.transpose()).maxCoeff()), 1e-5);
  }
}

TEST(RegionsOfAMap, AreAThirdOfTheNodesWithCoordinatesAtMost) {
  RowMatrix x = RowMatrix::Zero(5, 3);
  x.topRows(4) = sphere(4);
  const Regions regions = partition(x, make_config(300, 100), 1, {});
  EXPECT_EQ(regions.centroids.rows(), 2);
  EXPECT_EQ(regions.region[4], Regions::kNone);
  EXPECT_EQ(partition(RowMatrix::Zero(3, 2), make_config(300, 100), 1, {}).centroids.rows(), 1);
}

}  // namespace
}  // namespace columnar::som_test
