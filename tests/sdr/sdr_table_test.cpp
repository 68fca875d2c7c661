#include "columnar/codes.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::sdr_table_test {
namespace {

using testing::ElementsAre;

TEST(SelectLayer, TakesTheWinnersOrTheReadoutOutOfTheUnion) {
  const SdrTable all = tiny_codes();
  const SdrTable l23 = select_layer(all, Layer::kL23);
  EXPECT_THAT(l23.bits, ElementsAre(0, 3, 2, 5));
  EXPECT_EQ(l23.shape.width(), 6U);
  EXPECT_EQ(l23.ids, all.ids);
  const SdrTable l5a = select_layer(all, Layer::kL5a);
  EXPECT_THAT(l5a.bits, ElementsAre(0, 1));
  EXPECT_EQ(l5a.shape.width(), 2U);
  EXPECT_EQ(select_layer(all, Layer::kAll), all);
  EXPECT_EQ(select_layer(l5a, Layer::kL5a), l5a);
}

TEST(SelectLayer, GivesValidCodesAtThePapersSizes) {
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll}) {
    const SdrTable part = select_layer(paper_codes(50), layer);
    EXPECT_EQ(part.bits.size(), 50 * part.shape.active());
    EXPECT_NO_THROW(check_codes(part, "codes", ErrorCode::kInput));
  }
}

/// tiny_codes with 2 of 4 neurons of L6.
SdrTable tiny_codes_with_l6() {
  SdrTable table = tiny_codes();
  table.shape.layer = Layer::kSearch;
  table.shape.l6_size = 4;
  table.shape.l6_active = 2;
  table.bits = {0, 3, 6, 8, 11, 2, 5, 7, 9, 10};
  return table;
}

TEST(SelectLayer, TakesAnyLayerOutOfAllOfThem) {
  const SdrTable search = tiny_codes_with_l6();
  EXPECT_EQ(search.shape.width(), 12U);
  EXPECT_EQ(search.shape.active(), 5U);
  EXPECT_NO_THROW(check_codes(search, "codes", ErrorCode::kInput));
  EXPECT_EQ(select_layer(search, Layer::kAll), tiny_codes());
  EXPECT_EQ(select_layer(search, Layer::kL5a).bits, select_layer(tiny_codes(), Layer::kL5a).bits);
  const SdrTable l6 = select_layer(search, Layer::kL6);
  EXPECT_THAT(l6.bits, ElementsAre(0, 3, 1, 2));
  EXPECT_EQ(l6.shape.width(), 4U);
  EXPECT_NO_THROW(check_codes(l6, "codes", ErrorCode::kInput));
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(tiny_codes(), Layer::kSearch); });
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l6, Layer::kAll); });
}

TEST(SelectLayer, TakesTheBitsForRolesWorkedByHand) {
  // Columns 2 and 3 begin at bit 4, the last two L5a bits at 8 + 2; as a table of their own they begin at 0 and 4.
  const SdrTable whole = tiny_codes_with_roles();
  EXPECT_NO_THROW(check_codes(whole, "codes", ErrorCode::kInput));
  const SdrTable roles = select_layer(whole, Layer::kRoles);
  EXPECT_THAT(roles.bits, ElementsAre(1, 4, 3, 5));
  EXPECT_EQ(roles.shape.width(), 6U);
  EXPECT_EQ(roles.shape.layer, Layer::kAll);
  EXPECT_FALSE(roles.shape.has_roles());
  EXPECT_NO_THROW(check_codes(roles, "codes", ErrorCode::kInput));
  const SdrTable all = select_layer(whole, Layer::kAll);
  EXPECT_EQ(all.shape.roles, whole.shape.roles);
  EXPECT_EQ(select_layer(all, Layer::kRoles), roles);
  for (const std::uint32_t bit : {4U, 7U, 10U, 11U}) {
    EXPECT_TRUE(whole.shape.is_role_bit(bit)) << bit;
  }
  for (const std::uint32_t bit : {0U, 3U, 8U, 9U, 12U, 15U}) {
    EXPECT_FALSE(whole.shape.is_role_bit(bit)) << bit;
  }
  // A single layer has no roles of its own.
  const SdrTable l23 = select_layer(whole, Layer::kL23);
  EXPECT_FALSE(l23.shape.has_roles());
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l23, Layer::kRoles); });
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(tiny_codes(), Layer::kRoles); });
}

TEST(CheckCodes, CountsTheBitsForRoles) {
  SdrTable table = tiny_codes_with_roles();
  table.bits[0] = 0;
  table.bits[1] = 2;  // two columns of the others
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { check_codes(table, "codes", ErrorCode::kInput); }),
              testing::HasSubstr("not exactly as many bits for roles"));
}

TEST(CheckCodes, CountsTheBitsOfEveryLayer) {
  SdrTable search = tiny_codes_with_l6();
  search.bits[3] = 7;  // two of L5a, one of L6
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { check_codes(search, "codes", ErrorCode::kInput); }),
              testing::HasSubstr("not exactly 1 bits in L5a"));
}

TEST(SelectLayer, RefusesALayerThatTheTableDoesNotHold) {
  const SdrTable l23 = select_layer(tiny_codes(), Layer::kL23);
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l23, Layer::kL5a); });
  error_of(ErrorCode::kConfig, [&] { (void)select_layer(l23, Layer::kAll); });
}

}  // namespace
}  // namespace columnar::sdr_table_test
