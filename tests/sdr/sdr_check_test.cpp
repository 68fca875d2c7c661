#include "columnar/sdr/sdr_check.hpp"

#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::sdr_check_test {
namespace {

using testing::HasSubstr;

std::string refusal_of_bits(std::vector<std::uint16_t> bits) {
  SdrTable table = tiny_codes();
  table.bits = std::move(bits);
  return error_of(ErrorCode::kInput, [&] { check_codes(table, "c.sdr", ErrorCode::kInput); });
}

TEST(CheckCodes, AcceptsCodesOfTheirShape) {
  EXPECT_NO_THROW(check_codes(tiny_codes(), "c.sdr", ErrorCode::kInput));
  EXPECT_NO_THROW(check_codes(paper_codes(100), "c.sdr", ErrorCode::kInput));
  EXPECT_NO_THROW(check_codes(paper_codes(0), "c.sdr", ErrorCode::kInput));
}

TEST(CheckCodes, RefusesWhatTheShapeDoesNotAllow) {
  EXPECT_EQ(refusal_of_bits({0, 3, 6, 2, 5, 8}), "c.sdr: code of node '-1': bit 8 is outside its 8 bits");
  EXPECT_THAT(refusal_of_bits({3, 0, 6, 2, 5, 7}), HasSubstr("node '7': bit 0 after 3 is out of order"));
  EXPECT_THAT(refusal_of_bits({0, 0, 6, 2, 5, 7}), HasSubstr("out of order"));
  EXPECT_THAT(refusal_of_bits({0, 6, 7, 2, 5, 7}), HasSubstr("not exactly 2 bits in L2/3"));
  EXPECT_THAT(refusal_of_bits({0, 2, 5, 2, 5, 7}), HasSubstr("not exactly 2 bits in L2/3"));
  EXPECT_THAT(refusal_of_bits({2, 3, 6, 2, 5, 7}), HasSubstr("two bits in column 1"));
  EXPECT_THAT(refusal_of_bits({0, 3, 6}), HasSubstr("2 ids but 3 bits"));
  EXPECT_THAT(refusal_of_bits({0, 3, 6, 2, 5}), HasSubstr("2 ids but 5 bits"));
}

TEST(CheckShape, RefusesImpossibleGeometries) {
  const auto refused = [](SdrShape shape) {
    return !error_of(ErrorCode::kInput, [&] { check_shape(shape, "c.sdr", ErrorCode::kInput); }).empty();
  };
  EXPECT_TRUE(refused({.columns = 7, .active_columns = 8}));
  EXPECT_TRUE(refused({.active_columns = 0}));
  EXPECT_TRUE(refused({.cells_per_column = 0}));
  EXPECT_TRUE(refused({.columns = 65536, .cells_per_column = 65536}));
  EXPECT_TRUE(refused({.columns = 65536, .cells_per_column = 1}));  // with L5a one bit too many
  EXPECT_TRUE(refused({.l5a_size = 4294967295U}));
  EXPECT_TRUE(refused({.l5a_active = 301}));
  EXPECT_TRUE(refused({.l5a_active = 0}));
  EXPECT_TRUE(refused({.layer = static_cast<Layer>(3)}));
  EXPECT_TRUE(refused({.layer = Layer::kRoles}));
  EXPECT_NO_THROW(check_shape({.roles = {75, 2, 75, 5}}, "", ErrorCode::kInput));
  EXPECT_TRUE(refused({.roles = {300, 2, 75, 5}}));  // none left for the others
  EXPECT_TRUE(refused({.roles = {75, 8, 75, 5}}));
  EXPECT_TRUE(refused({.roles = {75, 0, 75, 5}}));
  EXPECT_TRUE(refused({.roles = {1, 2, 75, 5}}));
  EXPECT_TRUE(refused({.roles = {75, 2, 300, 5}}));
  EXPECT_TRUE(refused({.roles = {75, 2, 75, 20}}));
  EXPECT_TRUE(refused({.roles = {~0U, ~0U, ~0U, ~0U}}));
  EXPECT_TRUE(refused({.layer = Layer::kL23, .roles = {75, 2, 75, 5}}));
  EXPECT_NO_THROW(check_shape({.columns = 65536, .cells_per_column = 1, .layer = Layer::kL23}, "", ErrorCode::kInput));
}

}  // namespace
}  // namespace columnar::sdr_check_test
