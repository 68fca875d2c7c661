#include "columnar/core/byte_line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "columnar/core/random.hpp"

namespace columnar {
namespace {

using Numbers = std::array<float, ByteLine::kNumbers>;

/// What is left of the numbers of a row of one line.
Numbers kept(const Numbers& values) {
  const ByteScale scale(values);
  ByteLine line;
  scale.set(values.data(), line);
  FloatLanes sums[ByteLine::kRegisters] = {};
  line.add_to(sums, scale.factor());
  Numbers result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = sums[i / kRegisterLanes][i % kRegisterLanes] * ByteScale::kUnit;
  }
  return result;
}

TEST(ByteLine, KeepsFiveSignificantBitsOverFifteenPowersOfTwo) {
  for (const int largest : {-40, 0, 60}) {
    Numbers values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = std::ldexp(static_cast<float>(16 + i % 16), largest - 4 - static_cast<int>(i) / 5);
    }
    values[7] = 0.0F;
    EXPECT_EQ(kept(values), values) << largest;
  }
}

TEST(ByteLine, RoundsToTheNearest) {
  Numbers values{};
  values[0] = 1.0F + 0.4F / 16;
  values[9] = 1.0F + 0.6F / 16;
  values[33] = 1.0F - 0.2F / 32;  // up to the next power of two
  const Numbers found = kept(values);
  EXPECT_EQ(found[0], 1.0F);
  EXPECT_EQ(found[9], 1.0F + 1.0F / 16);
  EXPECT_EQ(found[33], 1.0F);
}

TEST(ByteLine, TheLargestNumberNeverBecomesSmall) {
  Numbers values{};
  values[5] = 1.999F;  // rounds to 2, which has no byte
  EXPECT_EQ(kept(values)[5], 1.0F + 15.0F / 16);
}

TEST(ByteLine, WhatIsTooSmallBesideTheLargestIsZero) {
  Numbers values{};
  values[0] = 1.5F;
  values[1] = 0x1.0p-14F;
  values[2] = 0x1.0p-15F;
  values[3] = 1e-30F;
  const Numbers found = kept(values);
  EXPECT_EQ(found[1], 0x1.0p-14F);
  EXPECT_EQ(found[2], 0.0F);
  EXPECT_EQ(found[3], 0.0F);
}

TEST(ByteLine, AddsTimesAFactorEachInItsPlace) {
  const KeyedRandom random(1, Purpose::kProbe);
  Numbers values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.uniform(0, i));
  }
  const ByteScale scale(values);
  ByteLine line;
  scale.set(values.data(), line);
  FloatLanes sums[ByteLine::kRegisters] = {};
  line.add_to(sums, 2.0F * scale.factor());
  line.add_to(sums, 0.5F * scale.factor());
  const Numbers once = kept(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(sums[i / kRegisterLanes][i % kRegisterLanes] * ByteScale::kUnit, 2.5F * once[i]) << i;
    EXPECT_NEAR(once[i], values[i], std::abs(values[i]) / 32.0F + 0x1.0p-14F);
  }
}

TEST(ByteLine, RowsThatLeaveTheFloatsStayOutside) {
  Numbers values{};
  values[2] = 0x1.0p72F;
  EXPECT_FALSE(std::isfinite(kept(values)[2]));
  values[2] = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(std::isfinite(kept(values)[2]));
  values[2] = 0x1.0p71F;
  EXPECT_EQ(kept(values)[2], 0x1.0p71F);
}

}  // namespace
}  // namespace columnar
