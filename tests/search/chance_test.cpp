#include "columnar/search/chance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/search/brute_force.hpp"
#include "search/search_examples.hpp"

namespace columnar::chance_test {
namespace {

SdrTable four_codes() {
  SdrTable table;
  table.shape = kTinyShape;
  table.ids.integers = {7, 8, 9, 10};
  table.bits = {0, 3, 6, 2, 5, 7, 0, 3, 7, 0, 5, 6};
  return table;
}

// Pairs of rows 0 to 3 share: 01: 0, 02: 2 (0, 3), 03: 2 (0, 6), 12: 1 (7), 13: 1 (5), 23: 1 (0).
TEST(Chance, OfCodesIsTheShareOfPairsWorkedByHand) {
  const SdrTable table = four_codes();
  const Chance chance(table.shape, table.bits);
  EXPECT_DOUBLE_EQ(chance.of_pairs().at({0, 3, 0}), 1.0 / 7.0);
  EXPECT_DOUBLE_EQ(chance.of_pairs().at({0, 2, 0}), 3.0 / 7.0);
  EXPECT_DOUBLE_EQ(chance.of_pairs().at({0, 1, 0}), 6.0 / 7.0);
  EXPECT_DOUBLE_EQ(chance.of_pairs().at({0, 0, 0}), 1.0);
  EXPECT_DOUBLE_EQ(chance.of_pairs().at({0, 2, 99}), 3.0 / 7.0);  // whatever the rarity
  EXPECT_DOUBLE_EQ(chance.of_pairs().least(), 1.0 / 7.0);
}

// Bits 0, 3 and 5 are had by rows 0 to 3 to 2, 1, 2 and 2 of them.
TEST(Chance, OfAPatternIsTheShareOfRowsWorkedByHand) {
  const SdrTable table = four_codes();
  const Chance chance(table.shape, table.bits);
  const std::vector<std::uint16_t> bits{0, 3, 5};
  EXPECT_DOUBLE_EQ(chance.of_pattern(bits, {}).at({0, 2, 0}), 4.0 / 5.0);
  EXPECT_DOUBLE_EQ(chance.of_pattern(bits, {}).at({0, 3, 0}), 1.0 / 5.0);
  const std::vector<NodeIndex> left_out{0, 2};
  EXPECT_DOUBLE_EQ(chance.of_pattern(bits, left_out).at({0, 2, 0}), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(chance.of_pattern(bits, left_out).least(), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(chance.of_pattern(bits, {}, {0, 2, 0}).at({0, 2, 0}), 4.0 / 5.0);
}

TEST(Chance, IsCertainWhereThereIsNothingToCompareWith) {
  const SdrTable none = random_table(kPaperShape, 0, 1);
  const SdrTable one = random_table(kPaperShape, 1, 1);
  EXPECT_EQ(Chance(none.shape, none.bits).of_pairs().at({0, 28, 0}), 1.0);
  EXPECT_EQ(Chance(one.shape, one.bits).of_pairs().at({0, 28, 0}), 1.0);
  EXPECT_EQ(Chance(none.shape, none.bits).of_pattern({}, {}).least(), 1.0);
}

/// What two codes share, bit by bit.
std::pair<std::uint32_t, std::uint32_t> shared_by(const SdrTable& table, std::size_t a, std::size_t b) {
  std::uint32_t near = 0;
  std::uint32_t overlap = 0;
  for (const std::uint16_t bit : table.code(a)) {
    const auto code = table.code(b);
    if (std::find(code.begin(), code.end(), bit) != code.end()) {
      ++(table.shape.layer == Layer::kSearch && bit >= table.shape.l6().begin ? near : overlap);
    }
  }
  return {near, overlap};
}

/// Of all pairs of rows the share that have at least so much in common.
double share_of_pairs(const SdrTable& table, std::pair<std::uint32_t, std::uint32_t> shared) {
  std::size_t reached = 0;
  for (std::size_t a = 0; a < table.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const auto both = shared_by(table, a, b);
      reached += 4 * both.first + both.second >= 4 * shared.first + shared.second ? 1 : 0;
    }
  }
  return static_cast<double>(reached) / (static_cast<double>(table.size() * (table.size() - 1)) / 2.0);
}

TEST(Chance, IsThatOfAllPairsInASmallTableAndNearItInALargeOne) {
  for (const SdrShape& shape : search_shapes()) {
    const SdrTable small = random_table(shape, 60, 3);
    const SdrTable large = random_table(shape, 500, 4);  // of 124,750 pairs
    const ChanceTail exact = Chance(small.shape, small.bits).of_pairs();
    const ChanceTail drawn = Chance(large.shape, large.bits).of_pairs();
    for (std::size_t row = 1; row < 12; ++row) {
      const auto shared = shared_by(small, 0, row);
      EXPECT_DOUBLE_EQ(exact.at({shared.first, shared.second, 0}),
                       (1.0 + std::round(share_of_pairs(small, shared) * 1770.0)) / 1771.0);
    }
    EXPECT_DOUBLE_EQ(drawn.least(), 1.0 / 65537.0);
    for (std::size_t row = 1; row < 4; ++row) {
      const auto shared = shared_by(large, 0, row);
      EXPECT_NEAR(drawn.at({shared.first, shared.second, 0}), share_of_pairs(large, shared),
                  0.01);  // 5 standard errors
    }
  }
}

TEST(Chance, OfAPatternDrawsRowsOfALargeTable) {
  const SdrTable table = random_table(kTinyShape, 20000, 3);
  const Chance chance(table.shape, table.bits);
  const std::vector<std::uint16_t> bits{0, 7};
  const ChanceTail tail = chance.of_pattern(bits, {});
  EXPECT_DOUBLE_EQ(tail.least(), 1.0 / 8193.0);
  std::size_t both = 0;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto code = table.code(row);
    both += code[0] == 0 && code[2] == 7 ? 1 : 0;
  }
  EXPECT_NEAR(tail.at({0, 2, 0}), static_cast<double>(both) / 20000.0, 0.03);
}

TEST(Chance, OfAHitDependsOnWhetherTheQueryIsACode) {
  const SdrTable table = four_codes();
  const BruteForceIndex index(table);
  const Query code{{6, 3, 0}, {0}};
  EXPECT_DOUBLE_EQ(index.top(code, 1).front().chance, 3.0 / 7.0);
  EXPECT_DOUBLE_EQ(index.least_chance(code), 1.0 / 7.0);
  const Query part{{3, 0}, {0}};  // rows 1, 2 and 3 share 0, 2 and 1 of it
  EXPECT_DOUBLE_EQ(index.top(part, 1).front().chance, 2.0 / 4.0);
  EXPECT_DOUBLE_EQ(index.least_chance(part), 1.0 / 4.0);
}

TEST(IsCode, WantsTheBitsOfEveryLayer) {
  const SdrShape shape = kTightShape;  // columns at 0, 2 and 4, L5a from 6, L6 from 10
  const auto is = [&](std::vector<std::uint16_t> bits) { return is_code(shape, bits); };
  EXPECT_TRUE(is({0, 2, 6, 7, 10, 11}));
  EXPECT_FALSE(is({0, 1, 6, 7, 10, 11}));  // two cells of one column
  EXPECT_FALSE(is({0, 2, 4, 6, 10, 11}));  // three columns
  EXPECT_FALSE(is({0, 2, 6, 7, 8, 10}));   // three of L5a
  EXPECT_FALSE(is({0, 2, 6, 7, 10}));
  EXPECT_FALSE(is({}));
  for (const SdrShape& any : search_shapes()) {
    EXPECT_TRUE(is_code(any, random_table(any, 1, 1).code(0)));
  }
}

}  // namespace
}  // namespace columnar::chance_test
