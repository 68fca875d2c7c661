#include "columnar/search/signature.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "columnar/error.hpp"
#include "search/search_examples.hpp"

namespace columnar::signature_test {
namespace {

using testing::ElementsAre;

SdrTable table_of(const SdrShape& shape, const std::vector<Pattern>& codes) {
  SdrTable table;
  table.shape = shape;
  for (const Pattern& code : codes) {
    table.ids.integers.push_back(static_cast<std::int64_t>(table.ids.integers.size()));
    table.bits.insert(table.bits.end(), code.begin(), code.end());
  }
  return table;
}

TEST(Saturation, OfATinyUnionWorkedByHand) {
  // Two of three columns of two cells, one of two L5a bits: a match is two bits. The union of {0, 3, 6} and {0, 5, 6}
  // has one cell of each column and one L5a bit. A column is met with probability 1/2, so X is 0, 1, 2 with 1/4, 1/2,
  // 1/4, and Y is 1 with 1/2: P(X + Y >= 2) = 1/4 + 1/2 · 1/2 = 1/2.
  const Saturation half = saturation(kTinyShape, Pattern{0, 3, 5, 6});
  EXPECT_EQ(half.threshold, 2U);
  EXPECT_DOUBLE_EQ(half.filled, 0.5);
  EXPECT_DOUBLE_EQ(half.false_match, 0.5);
  EXPECT_TRUE(half.saturated());
  EXPECT_DOUBLE_EQ(saturation(kTinyShape, Pattern{0, 3, 5, 6}, 3).false_match, 0.125);
}

TEST(Saturation, IsTheShareOfRandomCodesThatMatch) {
  SdrShape shape = kPaperShape;  // even draws: search_examples prefers small numbers
  Pattern bits(300);
  std::iota(bits.begin(), bits.end(), std::uint16_t{1400});  // 20 columns, and two thirds of L5a
  const Saturation exact = saturation(shape, bits);
  const KeyedRandom random(3, Purpose::kProbe);
  double matching = 0.0;
  constexpr int kCodes = 20'000;
  for (int code = 0; code < kCodes; ++code) {
    std::vector<bool> columns(300);
    std::vector<bool> l5a(300);
    int shared = 0;
    std::uint64_t draw = 0;
    for (int k = 0; k < 8;) {
      const std::uint64_t column = random.below(300, static_cast<std::uint64_t>(code), draw++);
      k += columns[column] ? 0 : 1;
      shared += !columns[column] && column >= 280 ? 1 : 0;
      columns[column] = true;
    }
    for (int k = 0; k < 20;) {
      const std::uint64_t bit = random.below(300, static_cast<std::uint64_t>(code), draw++);
      k += l5a[bit] ? 0 : 1;
      shared += !l5a[bit] && bit < 200 ? 1 : 0;
      l5a[bit] = true;
    }
    matching += shared >= 14 ? 1.0 : 0.0;
  }
  EXPECT_GT(exact.false_match, 0.3);
  EXPECT_LT(exact.false_match, 0.7);
  EXPECT_NEAR(matching / kCodes, exact.false_match, 0.015);  // four standard errors
}

TEST(Saturation, OfOneCodeIsNoneAndOfAllBitsIsCertain) {
  const SdrTable codes = random_table(kPaperShape, 1, 1);
  const Saturation one = saturation(kPaperShape, codes.code(0));
  EXPECT_EQ(one.threshold, 14U);
  EXPECT_LT(one.false_match, 1e-9);
  EXPECT_FALSE(one.saturated());
  Pattern all(1800);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  EXPECT_NEAR(saturation(kPaperShape, all).false_match, 1.0, 1e-12);
  EXPECT_EQ(saturation(kPaperShape, {}).false_match, 0.0);
}

TEST(Saturation, RefusesBadBitsAndThresholds) {
  EXPECT_THROW((void)saturation(kTinyShape, Pattern{3, 0}), Error);
  EXPECT_THROW((void)saturation(kTinyShape, Pattern{3, 3}), Error);
  EXPECT_THROW((void)saturation(kTinyShape, Pattern{8}), Error);
  EXPECT_THROW((void)saturation(kTinyShape, Pattern{0}, 4), Error);
}

TEST(Signature, OfACommunityWorkedByHand) {
  const SdrTable codes = table_of(kTinyShape, {{0, 3, 6}, {1, 4, 7}, {0, 5, 6}, {2, 4, 6}, {1, 2, 7}});
  const std::vector<NodeIndex> members{2, 0, 2};
  const Signature found = signature(codes, members);
  EXPECT_THAT(found.bits, ElementsAre(0, 3, 5, 6));
  EXPECT_EQ(found.members, 2U);
  EXPECT_EQ(found.others, 3U);
  EXPECT_DOUBLE_EQ(found.members_matched, 1.0);
  EXPECT_DOUBLE_EQ(found.others_matched, 0.0);  // rows 1, 3 and 4 share 0, 1 and 0 bits
  EXPECT_DOUBLE_EQ(signature(codes, members, 1, 1).others_matched, 1.0 / 3.0);

  const Signature common = signature(codes, members, 2);
  EXPECT_THAT(common.bits, ElementsAre(0, 6));
  EXPECT_DOUBLE_EQ(common.members_matched, 1.0);
  EXPECT_LT(common.saturation.false_match, found.saturation.false_match);
}

TEST(Signature, RefusesNoMembersAndUnknownRows) {
  const SdrTable codes = table_of(kTinyShape, {{0, 3, 6}});
  EXPECT_THROW((void)signature(codes, {}), Error);
  EXPECT_THROW((void)signature(codes, std::vector<NodeIndex>{1}), Error);
  EXPECT_THROW((void)signature(codes, std::vector<NodeIndex>{0}, 0), Error);
}

}  // namespace
}  // namespace columnar::signature_test
