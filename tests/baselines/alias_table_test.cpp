#include "columnar_lab/baselines/alias_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "columnar/core/random.hpp"

namespace columnar::alias_table_test {
namespace {

TEST(AliasTable, HoldsTheExactShares) {
  // Bits that run evenly through their range measure each entry's share without chance.
  const std::vector<double> weights{1.0, 0.0, 5.0, 2.0, 0.5, 1.5};
  const AliasTable table(weights);
  ASSERT_EQ(table.size(), weights.size());
  std::vector<double> share(weights.size(), 0.0);
  constexpr std::uint64_t kSteps = 1U << 20U;
  for (std::uint64_t i = 0; i < kSteps; ++i) {
    share[table.pick(i * (~std::uint64_t{0} / kSteps))] += 1.0 / static_cast<double>(kSteps);
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    EXPECT_NEAR(share[i], weights[i] / 10.0, 1e-5) << i;
  }
  EXPECT_EQ(share[1], 0.0);
}

TEST(AliasTable, NeverDrawsAnEntryOfWeightZero) {
  std::vector<double> weights(1000, 0.1);
  for (std::size_t i = 0; i < weights.size(); i += 3) {
    weights[i] = 0.0;
  }
  const AliasTable table(weights);
  const KeyedRandom random(1, Purpose::kNegativeSample);
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    ASSERT_NE(table.pick(random.bits(0, i)) % 3, 0U);
  }
}

TEST(AliasTable, OfOneEntryAlwaysGivesIt) {
  const AliasTable table(std::array{7.0});
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1} << 63U, ~std::uint64_t{0}}) {
    EXPECT_EQ(table.pick(bits), 0U);
  }
}

TEST(AliasTable, IsEmptyWhereNothingHasWeight) {
  EXPECT_TRUE(AliasTable(std::array{0.0, 0.0}).empty());
  EXPECT_TRUE(AliasTable(std::span<const double>{}).empty());
}

}  // namespace
}  // namespace columnar::alias_table_test
