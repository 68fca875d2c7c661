#include "columnar/model/role_codes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace columnar::role_codes_test {
namespace {

using testing::ElementsAre;

TEST(JoinedRoles, LieBehindTheOtherBitsOfEachLayer) {
  // 4 columns of 5 cells and 4 L5a neurons, half of them for roles. Place: cell 3, L5a neuron 1 (bit 11 of its 10 + 2).
  // Role: cell 7, L5a neuron 0 (bit 10). Together: cells 3 and 10 + 7, L5a bits 20 + 1 and 20 + 2 + 0.
  Config config;
  config.l23.columns = 4;
  config.l23.active_columns = 2;
  config.readout.l5a_size = 4;
  config.readout.l5a_active = 2;
  config.roles.roles = 0.5;
  const std::vector<std::uint16_t> place{3, 11, 4, 10};
  const std::vector<std::uint16_t> roles{7, 10, 0, 11};
  const SdrTable joined{code_shape(config), {{1, 2}, {}}, join_roles(config, place, roles)};
  EXPECT_THAT(joined.bits, ElementsAre(3, 17, 21, 22, 4, 10, 20, 23));
  EXPECT_EQ(select_layer(joined, Layer::kRoles).bits, roles);
  const PlaceCodes back(config, joined.bits);
  EXPECT_EQ(std::vector(back.bits().begin(), back.bits().end()), place);
  EXPECT_EQ(back.active(), 2U);
}

}  // namespace
}  // namespace columnar::role_codes_test
