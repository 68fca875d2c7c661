#include "columnar/kernels/int16_products.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::int16_products_test {
namespace {

TEST(Int16Products, PlainProductsWorkedByHand) {
  const std::vector<std::int16_t> numbers = {2, 3, -1,  0,   // one row of two pairs,
                                             1, 1, 100, 5};  // and another
  std::vector<std::int16_t> panel(2 * 2 * kPanelRows);
  panel[0] = 10;  // row 0: 10, 20, 30, 40
  panel[1] = 20;
  panel[2 * kPanelRows] = 30;
  panel[2 * kPanelRows + 1] = 40;
  panel[2 * kPanelRows + 30] = -300;  // row 15: 0, 0, -300, 0
  std::vector<std::int32_t> sums(2 * kPanelRows, 7);
  plain::multiply_int16({numbers.data(), 2, 2}, panel.data(), sums.data());
  std::vector<std::int32_t> expected(2 * kPanelRows, 0);
  expected[0] = 20 + 60 - 30;
  expected[15] = 300;
  expected[kPanelRows] = 10 + 20 + 3000 + 200;
  expected[kPanelRows + 15] = -30000;
  EXPECT_EQ(sums, expected);
}

TEST(Int16Products, EqualThePlainTwinOnEveryTarget) {
  const KeyedRandom random(3, Purpose::kProbe);
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (const std::size_t pairs : {0U, 1U, 2U, 5U, 64U}) {
      for (std::size_t rows = 1; rows <= kBlockRows; ++rows) {
        const auto number = [&](std::size_t i) {  // 64 pairs of them stay far from an overflow
          return static_cast<std::int16_t>(static_cast<int>(random.below(8001, pairs, i)) - 4000);
        };
        std::vector<std::int16_t> numbers(2 * pairs * rows);
        std::vector<std::int16_t> panel(2 * pairs * kPanelRows);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          numbers[i] = number(i);
        }
        for (std::size_t i = 0; i < panel.size(); ++i) {
          panel[i] = number(i + 10000);
        }
        std::vector<std::int32_t> expected(rows * kPanelRows + 1, 9);  // one more that must stay
        std::vector<std::int32_t> sums(rows * kPanelRows + 1, 9);
        plain::multiply_int16({numbers.data(), pairs, rows}, panel.data(), expected.data());
        multiply_int16({numbers.data(), pairs, rows}, panel.data(), sums.data());
        ASSERT_EQ(sums, expected) << target.name << ", " << pairs << " pairs, " << rows << " rows";
      }
    }
  }
}

}  // namespace
}  // namespace columnar::int16_products_test
