#include "columnar/kernels/planes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::planes_test {
namespace {

/// Bitmaps, planes and marks of a few lines, with room to see whether a kernel leaves its lines.
struct Example {
  static constexpr std::size_t kLines = 5;

  std::vector<std::vector<std::uint64_t>> bitmaps;
  std::vector<const std::uint64_t*> pointers;
  std::vector<std::uint64_t> planes;
  std::vector<std::uint64_t> reached = std::vector<std::uint64_t>(kLines * kLineWords, 0x5A5A);
  std::uint32_t levels;

  Example(std::size_t count, std::uint32_t planes_of_a_line, std::uint64_t seed)
      : planes(kLines * planes_of_a_line * kLineWords), levels(planes_of_a_line) {
    const KeyedRandom random(seed, Purpose::kProbe);
    for (std::size_t b = 0; b < count; ++b) {
      auto& words = bitmaps.emplace_back(kLines * kLineWords);
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = random.bits(b, i) & (b % 2 == 0 ? ~std::uint64_t{0} : random.bits(b, i + 1000));
      }
    }
    for (const auto& words : bitmaps) {
      pointers.push_back(words.data());
    }
  }

  [[nodiscard]] std::uint32_t count_of(std::size_t row) const {
    std::uint32_t count = 0;
    for (std::uint32_t level = 0; level < levels; ++level) {
      const std::uint64_t word = planes[(row / kLineRows * levels + level) * kLineWords + row % kLineRows / 64];
      count |= static_cast<std::uint32_t>((word >> (row % 64)) & 1U) << level;
    }
    return count;
  }
  [[nodiscard]] PlaneSum sum(std::uint32_t needed) { return {pointers, planes.data(), levels, needed, reached.data()}; }
};

TEST(Planes, CountInHowManyBitmapsARowOccursAndWhoReachesTheCount) {
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (const std::size_t count : {0, 8, 24, 64}) {
      for (const std::uint32_t needed : {0U, 1U, 5U, 12U, 64U, 4000000000U}) {
        Example example(count, 7, count);
        sum_planes(example.sum(needed), 1, 4);
        for (std::size_t row = 0; row < Example::kLines * kLineRows; ++row) {
          std::uint32_t expected = 0;
          for (const auto& words : example.bitmaps) {
            expected += static_cast<std::uint32_t>((words[row / 64] >> (row % 64)) & 1U);
          }
          const bool inside = row / kLineRows >= 1 && row / kLineRows < 4;
          const bool reached = ((example.reached[row / 64] >> (row % 64)) & 1U) != 0;
          ASSERT_EQ(example.count_of(row), inside ? expected : 0);
          ASSERT_EQ(reached, inside ? expected >= needed : ((std::uint64_t{0x5A5A} >> (row % 64)) & 1U) != 0);
        }
      }
    }
  }
}

TEST(Planes, EqualThePlainTwinOnEveryTargetWhenTheyGoOnCounting) {
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::uint32_t levels = 3 + static_cast<std::uint32_t>(seed % 5);  // with too few planes, too
      Example plain_example(16, levels, seed);
      Example example(16, levels, seed);
      for (int round = 0; round < 3; ++round) {
        plain::sum_planes(plain_example.sum(6), 0, Example::kLines);
        sum_planes(example.sum(6), 0, Example::kLines);
      }
      EXPECT_EQ(example.planes, plain_example.planes) << target.name;
      EXPECT_EQ(example.reached, plain_example.reached) << target.name;
    }
  }
}

}  // namespace
}  // namespace columnar::planes_test
