#include "columnar/spectral/nearest_centroids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "columnar/core/random.hpp"

namespace columnar::nearest_centroids_test {
namespace {

/// Unit rows in clusters around random directions.
RowMatrix clustered(Eigen::Index rows, Eigen::Index columns, Eigen::Index clusters, double spread) {
  const KeyedRandom random(5, Purpose::kProbe);
  RowMatrix x(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      const auto column = static_cast<std::uint64_t>(j);
      const auto cluster = static_cast<std::uint64_t>(1'000'000 + i % clusters);
      x(i, j) = static_cast<float>(random.normal(cluster, column) +
                                   spread * random.normal(static_cast<std::uint64_t>(i), column));
    }
    x.row(i).normalize();
  }
  return x;
}

/// The plain twin: every distance, in double.
std::vector<std::uint32_t> nearest_by_all(const RowMatrix& x, const RowMatrix& centroids) {
  std::vector<std::uint32_t> nearest;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    Eigen::Index best = 0;
    (centroids.cast<double>().rowwise() - x.row(i).cast<double>()).rowwise().squaredNorm().minCoeff(&best);
    nearest.push_back(static_cast<std::uint32_t>(best));
  }
  return nearest;
}

std::size_t differences(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    count += a[i] != b[i] ? 1U : 0U;
  }
  return count;
}

/// The means of the rows, as k-means takes them.
RowMatrix means(const RowMatrix& x, const std::vector<std::uint32_t>& nearest, const RowMatrix& before) {
  RowMatrix sums = RowMatrix::Zero(before.rows(), before.cols());
  std::vector<float> sizes(static_cast<std::size_t>(before.rows()), 0.0F);
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    sums.row(nearest[i]) += x.row(static_cast<Eigen::Index>(i));
    sizes[nearest[i]] += 1.0F;
  }
  for (Eigen::Index r = 0; r < sums.rows(); ++r) {
    const float size = sizes[static_cast<std::size_t>(r)];
    sums.row(r) = size > 0.0F ? RowMatrix(sums.row(r) / size) : RowMatrix(before.row(r));
  }
  return sums;
}

TEST(NearestCentroids, AreThoseOfAllDistancesAtEveryStepOfKMeans) {
  for (const double spread : {0.1, 0.5, 2.0}) {
    const RowMatrix x = clustered(1500, 12, 40, spread);
    RowMatrix centroids = x.topRows(50);
    NearestCentroids rows(x, {});
    std::vector<std::uint32_t> before(1500, NearestCentroids::kNone);
    for (int step = 0; step < 12; ++step) {
      const std::size_t changed = rows.follow(centroids);
      EXPECT_EQ(rows.nearest(), nearest_by_all(x, centroids)) << spread << " " << step;
      EXPECT_EQ(changed, differences(before, rows.nearest()));
      before = rows.nearest();
      centroids = means(x, rows.nearest(), centroids);
    }
  }
}

TEST(NearestCentroids, AreThoseOfAllDistancesWhereAFewCentroidsGoFarAndTheOthersALittle) {
  const RowMatrix x = clustered(1500, 12, 40, 0.4);
  RowMatrix centroids = x.topRows(60);
  NearestCentroids rows(x, {});
  const KeyedRandom random(9, Purpose::kProbe);
  for (std::uint64_t step = 0; step < 20; ++step) {
    rows.follow(centroids);
    EXPECT_EQ(rows.nearest(), nearest_by_all(x, centroids)) << step;
    for (Eigen::Index r = 0; r < 60; ++r) {
      if (random.below(15, step, static_cast<std::uint64_t>(r)) == 0) {
        centroids.row(r) =
            x.row(static_cast<Eigen::Index>(random.below(1500, step, 100 + static_cast<std::uint64_t>(r))));
      } else {
        centroids.row(r) *= 0.999F;
      }
    }
  }
}

TEST(NearestCentroids, StartFromWhatIsKnown) {
  const RowMatrix x = clustered(900, 12, 30, 0.6);
  RowMatrix centroids = x.topRows(30);
  std::vector<float> second;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    Eigen::VectorXf squared = (centroids.rowwise() - x.row(i)).rowwise().squaredNorm();
    std::sort(squared.begin(), squared.end());
    second.push_back(squared(1));
  }
  NearestCentroids rows(x, {});
  rows.start_from(centroids, nearest_by_all(x, centroids), second);
  EXPECT_EQ(rows.nearest(), nearest_by_all(x, centroids));
  for (int step = 0; step < 5; ++step) {
    centroids = means(x, rows.nearest(), centroids);
    rows.follow(centroids);
    EXPECT_EQ(differences(rows.nearest(), nearest_by_all(x, centroids)), 0U) << step;
  }
}

TEST(NearestCentroids, DoNotMoveWhereNoCentroidDoes) {
  const RowMatrix x = clustered(600, 6, 10, 0.3);
  NearestCentroids rows(x, {});
  EXPECT_EQ(rows.nearest().front(), NearestCentroids::kNone);
  EXPECT_EQ(rows.follow(x.topRows(20)), 600U);
  EXPECT_EQ(rows.follow(x.topRows(20)), 0U);
}

TEST(NearestCentroids, AreTheFirstOfEqualOnes) {
  const RowMatrix x = clustered(300, 8, 5, 0.2);
  RowMatrix centroids(4, 8);
  centroids << x.row(1), x.row(0), x.row(0), x.row(1);
  NearestCentroids rows(x, {});
  rows.follow(centroids);
  for (const std::uint32_t r : rows.nearest()) {
    EXPECT_LT(r, 2U);
  }
  centroids.row(0) = x.row(0);  // now the first three are equal
  rows.follow(centroids);
  for (const std::uint32_t r : rows.nearest()) {
    EXPECT_TRUE(r == 0 || r == 3);
  }
}

TEST(NearestCentroids, MayBeOneAlone) {
  const RowMatrix x = clustered(10, 4, 2, 0.2);
  NearestCentroids rows(x, {});
  rows.follow(x.topRows(1));
  EXPECT_EQ(rows.follow(x.bottomRows(1)), 0U);
  EXPECT_EQ(rows.nearest(), std::vector<std::uint32_t>(10, 0));
}

TEST(NearestCentroids, AreTheSameAtAnyThreadCount) {
  const RowMatrix x = clustered(2000, 12, 40, 0.6);
  RowMatrix centroids = x.topRows(50);
  NearestCentroids one(x, {});
  NearestCentroids four(x, {4, nullptr});
  for (int step = 0; step < 6; ++step) {
    EXPECT_EQ(one.follow(centroids), four.follow(centroids));
    EXPECT_EQ(one.nearest(), four.nearest());
    centroids = means(x, one.nearest(), centroids);
  }
}

}  // namespace
}  // namespace columnar::nearest_centroids_test
