#include "columnar/core/bf16_line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "columnar/core/random.hpp"

namespace columnar::bf16_line_test {
namespace {

using Numbers = std::array<float, Bf16Line::kNumbers>;

Numbers rounded(const Numbers& values) {
  Bf16Line line;
  line.set(values.data());
  Numbers result{};
  line.get(result.data());
  return result;
}

TEST(Bf16Line, KeepsWhatEightSignificantBitsHold) {
  Numbers values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = std::ldexp(static_cast<float>(128 + i), static_cast<int>(i) - 16);
  }
  values[3] = 0.0F;
  values[5] = -values[5];
  values[7] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(rounded(values), values);
}

TEST(Bf16Line, RoundsToTheNearestAndOfTwoToTheEvenOne) {
  Numbers values{};
  values[0] = 1.0F + 0.4F / 128;
  values[1] = 1.0F + 0.6F / 128;
  values[2] = 1.0F + 0.5F / 128;  // between 128 and 129
  values[9] = 1.0F + 1.5F / 128;  // between 129 and 130
  const Numbers found = rounded(values);
  EXPECT_EQ(found[0], 1.0F);
  EXPECT_EQ(found[1], 1.0F + 1.0F / 128);
  EXPECT_EQ(found[2], 1.0F);
  EXPECT_EQ(found[9], 1.0F + 2.0F / 128);
}

TEST(Bf16Line, AddsItsNumbersTimesAFactorEachInItsPlace) {
  const KeyedRandom random(1, Purpose::kProbe);
  Numbers values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.normal(0, i));
  }
  Bf16Line line;
  line.set(values.data());
  FloatLanes sums[Bf16Line::kRegisters] = {};
  line.add_to(sums, 2.0F);
  line.add_to(sums, 0.5F);
  const Numbers kept = rounded(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(sums[i / kRegisterLanes][i % kRegisterLanes], 2.0F * kept[i] + 0.5F * kept[i]) << i;
    EXPECT_NEAR(kept[i], values[i], std::abs(values[i]) / 256.0F);
  }
}

}  // namespace
}  // namespace columnar::bf16_line_test
