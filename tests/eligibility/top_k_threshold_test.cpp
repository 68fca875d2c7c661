#include "columnar/eligibility/top_k_threshold.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/core/random.hpp"
#include "columnar/core/top_k.hpp"

namespace columnar::top_k_threshold_test {
namespace {

/// Numbers with equal ones among them: `kinds` different values, or all different where that is 0.
std::vector<float> numbers(std::size_t count, std::uint64_t key, std::uint64_t kinds) {
  const KeyedRandom random(key, Purpose::kProbe);
  std::vector<float> row(count);
  for (std::size_t i = 0; i < count; ++i) {
    row[i] = kinds == 0 ? static_cast<float>(random.normal(0, i))
                        : static_cast<float>(random.below(kinds, 1, i)) / 7.0F - 0.2F;
  }
  return row;
}

TEST(TopKThreshold, IsWorkedByHand) {
  const std::vector<float> row = {0.3F, -1.0F, 0.5F, 0.3F, 0.3F};
  const TopKThreshold two = top_k_threshold(row, 2);  // .5 and the first of the .3
  EXPECT_EQ(two.threshold, 0.3F);
  EXPECT_EQ(two.surplus, 2U);
  const TopKThreshold one = top_k_threshold(row, 1);
  EXPECT_GT(one.threshold, 0.3F);
  EXPECT_LE(one.threshold, 0.5F);
  EXPECT_EQ(one.surplus, 0U);
}

TEST(TopKThreshold, AreThoseOfTopK) {
  for (const std::size_t count : {1U, 2U, 7U, 64U, 65U, 300U}) {
    for (const std::uint64_t kinds : {0U, 1U, 2U, 5U, 50U}) {
      const std::vector<float> row = numbers(count, count + kinds, kinds);
      for (std::uint32_t k = 1; k <= count; k += 1 + static_cast<std::uint32_t>(count / 9)) {
        std::vector<std::uint32_t> expected;
        top_k(std::span<const float>(row), k, expected);
        const TopKThreshold largest = top_k_threshold(row, k);
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < count; ++i) {
          if (row[i] >= largest.threshold) {
            found.push_back(i);
          }
        }
        for (std::uint32_t left = largest.surplus; left > 0; --left) {  // of those equal to the least, the last go
          found.erase(
              std::find_if(found.rbegin(), found.rend(), [&](auto i) { return row[i] == largest.threshold; }).base() -
              1);
        }
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(found, expected) << count << " " << kinds << " " << k;
      }
    }
  }
}

TEST(TopKThreshold, FindsItsBoundWhateverTheScaleOfTheNumbers) {
  // Neighbouring floats, tiny ones and huge ones in one row: bisection has to end, and at the right place.
  const std::vector<float> row = {1.0F, 1.0F + 0x1p-23F, 1e-38F, 0.0F, -1e-40F, 1e30F, -1e30F, 1.0F, 2e-38F};
  for (std::uint32_t k = 1; k <= row.size(); ++k) {
    const TopKThreshold largest = top_k_threshold(row, k);
    const auto reach = std::count_if(row.begin(), row.end(), [&](float value) { return value >= largest.threshold; });
    EXPECT_EQ(static_cast<std::uint32_t>(reach), k + largest.surplus) << k;
    std::vector<float> sorted = row;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    EXPECT_LE(largest.threshold, sorted[k - 1]);
  }
}

}  // namespace
}  // namespace columnar::top_k_threshold_test
