#include "columnar/search/random_codes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "search/search_examples.hpp"

namespace columnar::random_codes_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double kTight = 1e-15;

// Three columns of two cells, two active; one of two L5a bits. The pattern has one cell of columns 0 and 1. Columns
// {0, 1}: 0, 1, 2 shared with 1/4, 1/2, 1/4; {0, 2} and {1, 2}: 0 or 1 with 1/2. So 5/12, 1/2, 1/12 in L2/3, 1/2 in
// L5a.
TEST(RandomCodes, OfATinyCodeWorkedByHand) {
  EXPECT_THAT(
      random_code_overlap(kTinyShape, std::vector<std::uint16_t>{0, 3, 6}),
      ElementsAre(1.0, DoubleNear(19.0 / 24, kTight), DoubleNear(8.0 / 24, kTight), DoubleNear(1.0 / 24, kTight)));
}

// Column 0 with both cells, column 1 with one, nothing in L5a. {0, 1}: 1 or 2 with 1/2; {0, 2}: 1; {1, 2}: 0 or 1.
TEST(RandomCodes, OfAPatternWithAWholeColumnWorkedByHand) {
  EXPECT_THAT(random_code_overlap(kTinyShape, std::vector<std::uint16_t>{0, 1, 3}),
              ElementsAre(1.0, DoubleNear(5.0 / 6, kTight), DoubleNear(1.0 / 6, kTight)));
}

TEST(RandomCodes, OfNoBitsIsCertain) { EXPECT_THAT(random_code_overlap(kPaperShape, {}), ElementsAre(1.0)); }

/// n over k, as a product of ratios.
double choose(int n, int k) {
  double result = 1.0;
  for (int i = 0; i < k; ++i) {
    result *= static_cast<double>(n - i) / (i + 1);
  }
  return result;
}

TEST(RandomCodes, OfAWholeCodeIsOneOverTheNumberOfCodes) {
  const SdrTable table = random_table(kPaperShape, 1, 3);
  const double codes = choose(300, 8) * std::pow(5.0, 8) * choose(300, 20);
  const auto chance = random_code_overlap(table.shape, table.code(0));
  ASSERT_EQ(chance.size(), 29U);
  EXPECT_NEAR(chance[28] * codes, 1.0, 1e-12);
}

/// All codes of a shape, by counting through all sets of bits.
std::vector<std::uint32_t> every_code(const SdrShape& shape) {
  std::vector<std::uint32_t> codes;
  for (std::uint32_t set = 0; set < (1U << shape.width()); ++set) {
    std::uint32_t columns = 0;
    bool valid = true;
    for (std::uint32_t c = 0; shape.has_l23() && c < shape.columns; ++c) {
      const auto cells = std::popcount((set >> (c * shape.cells_per_column)) & ((1U << shape.cells_per_column) - 1));
      columns += cells > 0 ? 1 : 0;
      valid = valid && cells <= 1;
    }
    valid = valid && columns == shape.l23().active;
    for (const LayerPart& part : {shape.l5a(), shape.l6()}) {
      const std::uint32_t bits = (set >> part.begin) & ((1U << part.width) - 1);
      valid = valid && std::popcount(bits) == static_cast<int>(part.active);
    }
    if (valid) {
      codes.push_back(set);
    }
  }
  return codes;
}

TEST(RandomCodes, IsTheShareOfAllCodesWhateverThePatternAndTheLayer) {
  for (const Layer layer : {Layer::kAll, Layer::kL23, Layer::kL5a, Layer::kL6, Layer::kSearch}) {
    SdrShape shape{
        .columns = 3, .cells_per_column = 2, .active_columns = 2, .l5a_size = 5, .l5a_active = 3, .layer = layer};
    if (shape.has_l6()) {
      shape.l6_size = 4;
      shape.l6_active = 2;
    }
    const auto codes = every_code(shape);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      std::vector<std::uint16_t> pattern = random_bits(shape.width(), seed % 12, seed);
      std::sort(pattern.begin(), pattern.end());
      pattern.erase(std::unique(pattern.begin(), pattern.end()), pattern.end());
      std::uint32_t mask = 0;
      for (const std::uint16_t bit : pattern) {
        mask |= 1U << bit;
      }
      const auto chance = random_code_overlap(shape, pattern);
      for (std::size_t t = 0; t < chance.size() + 2; ++t) {
        const auto reached = std::count_if(codes.begin(), codes.end(), [&](std::uint32_t code) {
          return static_cast<std::size_t>(std::popcount(code & mask)) >= t;
        });
        EXPECT_NEAR(t < chance.size() ? chance[t] : 0.0,
                    static_cast<double>(reached) / static_cast<double>(codes.size()), 1e-14);
      }
    }
  }
}

TEST(RandomCodes, NeverGrowsWithTheOverlap) {
  const auto chance = random_code_overlap(kPaperShape, [] {
    auto bits = random_bits(1800, 400, 9);
    std::sort(bits.begin(), bits.end());
    bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
    return bits;
  }());
  EXPECT_TRUE(std::is_sorted(chance.rbegin(), chance.rend()));
  EXPECT_EQ(chance.size(), 29U);
}

}  // namespace
}  // namespace columnar::random_codes_test
