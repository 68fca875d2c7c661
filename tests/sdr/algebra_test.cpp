#include "columnar/sdr/algebra.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::algebra_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Overlap, CountsTheSharedBits) {
  const Pattern a{1, 4, 7, 9};
  EXPECT_EQ(overlap(a, a), 4U);
  EXPECT_EQ(overlap(a, Pattern{0, 4, 9, 1799}), 2U);
  EXPECT_EQ(overlap(a, Pattern{0, 2, 8, 10}), 0U);
  EXPECT_EQ(overlap(a, Pattern{9}), 1U);
  EXPECT_EQ(overlap(a, {}), 0U);
}

TEST(Algebra, OfTwoSetsWorkedByHand) {
  const Pattern a{1, 4, 7, 9};
  const Pattern b{0, 4, 9, 1799};
  EXPECT_THAT(set_union(a, b), ElementsAre(0, 1, 4, 7, 9, 1799));
  EXPECT_THAT(intersection(a, b), ElementsAre(4, 9));
  EXPECT_THAT(difference(a, b), ElementsAre(1, 7));
  EXPECT_THAT(difference(b, a), ElementsAre(0, 1799));
  EXPECT_THAT(set_union(a, {}), ElementsAre(1, 4, 7, 9));
  EXPECT_THAT(intersection(a, {}), IsEmpty());
}

TEST(Algebra, UnionOfRowsKeepsTheBitsOfEnoughOfThem) {
  SdrTable codes = tiny_codes();  // {0, 3, 6} and {2, 5, 7}
  codes.ids.integers.push_back(9);
  codes.bits.insert(codes.bits.end(), {0, 5, 6});
  const std::vector<NodeIndex> rows{0, 1, 2};
  EXPECT_THAT(bit_counts(codes, rows), ElementsAre(2, 0, 1, 1, 0, 2, 2, 1));
  EXPECT_THAT(set_union(codes, rows), ElementsAre(0, 2, 3, 5, 6, 7));
  EXPECT_THAT(set_union(codes, rows, 2), ElementsAre(0, 5, 6));
  EXPECT_THAT(set_union(codes, rows, 3), IsEmpty());
  EXPECT_THAT(set_union(codes, std::vector<NodeIndex>{}), IsEmpty());
  EXPECT_THROW((void)set_union(codes, std::vector<NodeIndex>{3}), Error);
}

TEST(Concatenate, PutsColumnsBesideColumnsAndL5aBesideL5aWorkedByHand) {
  const SdrTable codes = tiny_codes();  // three columns of two cells, bits 0 to 5; two L5a bits, 6 and 7
  const SdrTable both = concatenate(codes, codes);
  EXPECT_EQ(both.shape,
            (SdrShape{.columns = 6, .cells_per_column = 2, .active_columns = 4, .l5a_size = 4, .l5a_active = 2}));
  EXPECT_EQ(both.ids, codes.ids);
  EXPECT_THAT(both.bits, ElementsAre(0, 3, 6, 9, 12, 14,  //
                                     2, 5, 8, 11, 13, 15));
  EXPECT_NO_THROW(check_codes(both, "codes", ErrorCode::kInput));
}

TEST(Concatenate, MakesOverlapsASum) {
  const SdrTable a = paper_codes(40);
  SdrTable b = paper_codes(47);
  b.bits.erase(b.bits.begin(), b.bits.begin() + 7 * 28);
  b.ids = a.ids;
  const SdrTable both = concatenate(a, b);
  EXPECT_NO_THROW(check_codes(both, "codes", ErrorCode::kInput));
  for (std::size_t u = 0; u < 40; ++u) {
    EXPECT_EQ(overlap(both.code(u), both.code(39)), overlap(a.code(u), a.code(39)) + overlap(b.code(u), b.code(39)));
  }
}

TEST(Concatenate, GivesTheWholeCodeBackFromItsLayers) {
  const SdrTable codes = paper_codes(5);
  const SdrTable l23 = select_layer(codes, Layer::kL23);
  const SdrTable l5a = select_layer(codes, Layer::kL5a);
  EXPECT_EQ(concatenate(l23, l5a), codes);
  EXPECT_EQ(concatenate(l5a, l23), codes);
  EXPECT_EQ(concatenate(l23, l23).shape.width(), 3000U);
  EXPECT_EQ(concatenate(codes, l5a).shape.active(), 48U);
}

TEST(Concatenate, RefusesTablesThatDoNotFit) {
  const SdrTable codes = tiny_codes();
  SdrTable others = codes;
  others.ids.integers = {-1, 7};
  EXPECT_THROW((void)concatenate(codes, others), Error);
  SdrTable cells = codes;
  cells.shape.columns = 2;
  cells.shape.cells_per_column = 3;
  EXPECT_THROW((void)concatenate(codes, cells), Error);
  SdrTable broken = codes;
  broken.bits.pop_back();
  EXPECT_THROW((void)concatenate(codes, broken), Error);
  SdrTable wide = codes;
  wide.shape.l5a_size = 40'000;
  EXPECT_THROW((void)concatenate(wide, wide), Error);
}

}  // namespace
}  // namespace columnar::algebra_test
