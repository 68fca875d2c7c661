#include "columnar/spectral/seeding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "columnar/core/random.hpp"

namespace columnar::seeding_test {
namespace {

using testing::IsEmpty;

TEST(Seeding, DrawsFromAllRowsWhereTheyAreFew) { EXPECT_THAT(seeding_places(8192, 10, 1), IsEmpty()); }

TEST(Seeding, DrawsFromOneRowOfEachEqualRange) {
  const Eigen::Index rows = 100'000;
  const std::vector<Eigen::Index> places = seeding_places(rows, 300, 1);
  const auto count = static_cast<Eigen::Index>(places.size());
  ASSERT_EQ(count, 300 * 32);
  for (Eigen::Index i = 0; i < count; ++i) {
    EXPECT_GE(places[static_cast<std::size_t>(i)], i * rows / count);
    EXPECT_LT(places[static_cast<std::size_t>(i)], (i + 1) * rows / count);
  }
}

TEST(Seeding, SpreadsSeedsOverClearBlobsAndKnowsTheNearest) {
  const KeyedRandom random(7, Purpose::kProbe);
  RowMatrix x(60, 6);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      const double noise = 0.01 * random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(k));
      x(i, k) = static_cast<float>((i % 6 == k ? 1.0 : 0.0) + noise);
    }
    x.row(i).normalize();
  }
  const Seeds seeds = spread_seeds(x, 6, 1, {});
  std::set<std::uint32_t> of_blobs;
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(seeds.nearest[i], seeds.nearest[i % 6]) << i;
    EXPECT_NEAR(seeds.second[i], 2.0F, 0.2F);
    of_blobs.insert(seeds.nearest[i]);
  }
  EXPECT_EQ(of_blobs.size(), 6U);
}

}  // namespace
}  // namespace columnar::seeding_test
