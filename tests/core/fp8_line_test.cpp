#include "columnar/core/fp8_line.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "columnar/core/random.hpp"

namespace columnar::fp8_line_test {
namespace {

using Numbers = std::array<float, Fp8Line::kNumbers>;

/// What is left of the numbers of a row of one line.
Numbers kept(const Numbers& values) {
  const Fp8Scale scale(values);
  Fp8Line line;
  scale.set(values.data(), line);
  FloatLanes sums[Fp8Line::kRegisters] = {};
  line.add_to(sums, 1.0F);
  Numbers result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto lies_there = static_cast<double>(sums[i / kRegisterLanes][i % kRegisterLanes]);
    result[i] = static_cast<float>(lies_there / Fp8Line::kSmall * static_cast<double>(scale.power()));
  }
  return result;
}

TEST(Fp8Line, KeepsFiveSignificantBitsOverFifteenPowersOfTwo) {
  for (const int largest : {-112, -40, 0, 60, 127}) {
    Numbers values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = std::ldexp(static_cast<float>(16 + i % 16), largest - 4 - std::min(14, static_cast<int>(i) / 4));
    }
    values[7] = 0.0F;
    EXPECT_EQ(kept(values), values) << largest;
  }
}

TEST(Fp8Line, RoundsToTheNearestAndOfTwoToTheLarger) {
  Numbers values{};
  values[0] = 1.0F + 0.4F / 16;
  values[9] = 1.0F + 0.6F / 16;
  values[33] = 1.0F - 0.2F / 32;  // up to the next power of two
  values[40] = 1.0F + 0.5F / 16;
  values[41] = 1.0F + 1.5F / 16;
  const Numbers found = kept(values);
  EXPECT_EQ(found[0], 1.0F);
  EXPECT_EQ(found[9], 1.0F + 1.0F / 16);
  EXPECT_EQ(found[33], 1.0F);
  EXPECT_EQ(found[40], 1.0F + 1.0F / 16);
  EXPECT_EQ(found[41], 1.0F + 2.0F / 16);
}

TEST(Fp8Line, TheLargestNumberNeverBecomesSmall) {
  Numbers values{};
  values[5] = 1.999F;  // rounds to 2, which has no byte
  EXPECT_EQ(kept(values)[5], 1.0F + 15.0F / 16);
}

TEST(Fp8Line, WhatIsTooSmallForAByteIsTheSmallestAndZeroAloneIsZero) {
  Numbers values{};
  values[0] = 1.5F;
  values[1] = 0x1.0p-14F;
  values[2] = 0x1.0p-15F;
  values[3] = 1e-30F;
  const Numbers found = kept(values);
  EXPECT_EQ(found[1], 0x1.0p-14F);
  EXPECT_EQ(found[2], 0x1.0p-14F);
  EXPECT_EQ(found[3], 0x1.0p-14F);
  EXPECT_EQ(found[4], 0.0F);
}

TEST(Fp8Line, OfARowOfZerosIsZero) {
  const Numbers zeros{};
  const Fp8Scale scale(zeros);
  Fp8Line line;
  scale.set(zeros.data(), line);
  FloatLanes sums[Fp8Line::kRegisters] = {};
  line.add_to(sums, std::numeric_limits<float>::max());
  for (const FloatLanes& lanes : sums) {
    for (std::size_t k = 0; k < kRegisterLanes; ++k) {
      EXPECT_EQ(lanes[k], 0.0F);
    }
  }
}

TEST(Fp8Line, WhatIsLargerThanTheRowIsTheLargestByte) {
  Numbers values{};
  values[0] = 1.0F;
  values[60] = 1e30F;  // beside the row
  const Fp8Scale scale(std::span<const float>(values.data(), 60));
  Fp8Line line;
  scale.set(values.data(), line);
  FloatLanes sums[Fp8Line::kRegisters] = {};
  line.add_to(sums, static_cast<float>(1.0 / Fp8Line::kSmall));
  EXPECT_EQ(sums[7][4], 1.0F + 15.0F / 16);
  EXPECT_EQ(sums[0][0], 1.0F);
}

TEST(Fp8Line, AddsTimesAFactorEachInItsPlace) {
  const KeyedRandom random(1, Purpose::kProbe);
  Numbers values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.uniform(0, i));
  }
  values[0] = 1.0F;
  const Fp8Scale scale(values);
  ASSERT_EQ(scale.power(), 1.0F);
  Fp8Line line;
  scale.set(values.data(), line);
  FloatLanes sums[Fp8Line::kRegisters] = {};
  line.add_to(sums, static_cast<float>(2.0 / Fp8Line::kSmall));
  line.add_to(sums, static_cast<float>(0.5 / Fp8Line::kSmall));
  const Numbers once = kept(values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(sums[i / kRegisterLanes][i % kRegisterLanes], 2.5F * once[i]) << i;
    EXPECT_NEAR(once[i], values[i], std::abs(values[i]) / 32.0F + 0x1.0p-14F);
  }
}

TEST(Fp8Scale, OfARowThatIsNotFiniteIsInfinite) {
  Numbers values{};
  for (const float value : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(),
                            -std::numeric_limits<float>::quiet_NaN()}) {
    values[2] = value;
    EXPECT_TRUE(std::isinf(Fp8Scale(values).power()));
  }
  values[2] = std::numeric_limits<float>::max();
  EXPECT_EQ(Fp8Scale(values).power(), 0x1.0p127F);
}

}  // namespace
}  // namespace columnar::fp8_line_test
