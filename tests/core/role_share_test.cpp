#include "columnar/core/role_share.hpp"

#include <gtest/gtest.h>

#include "columnar/config.hpp"
#include "columnar/error.hpp"

namespace columnar::role_share_test {
namespace {

Config with_roles(double share) {
  Config config;
  config.roles.roles = share;
  return config;
}

TEST(RoleShares, OfAQuarterWorkedByHand) {
  // 300 columns, 8 active; 300 L5a neurons, 20 active; 300 regions.
  const Config config = with_roles(0.25);
  EXPECT_EQ(role_share(config), (RoleShare{75, 2, 75, 5}));
  const Config place = place_config(config);
  EXPECT_EQ(place.l23.columns, 225U);
  EXPECT_EQ(place.l23.active_columns, 6U);
  EXPECT_EQ(place.readout.l5a_size, 225U);
  EXPECT_EQ(place.readout.l5a_active, 15U);
  EXPECT_EQ(place.spectral.regions, 225U);
  EXPECT_EQ(place.roles.roles, 0.0);
  EXPECT_EQ(place.seed, config.seed);
  const Config role = role_config(config);
  EXPECT_EQ(role.l23.columns, 75U);
  EXPECT_EQ(role.readout.l5a_active, 5U);
  EXPECT_EQ(role.spectral.regions, 75U);
  EXPECT_EQ(role.l6.l6_active, 0U);
  EXPECT_NE(role.seed, config.seed);
}

TEST(RoleShares, LeaveBothPopulationsAtLeastOne) {
  EXPECT_EQ(role_share(with_roles(0.001)), (RoleShare{1, 1, 1, 1}));
  EXPECT_EQ(role_share(with_roles(0.9)), (RoleShare{270, 7, 270, 18}));
  Config config = with_roles(0.9);
  config.l23.active_columns = 2;
  config.readout.l5a_active = 2;
  EXPECT_EQ(role_share(config), (RoleShare{270, 1, 270, 1}));
}

TEST(RoleShares, OfZeroChangeNothing) {
  EXPECT_EQ(role_share(Config{}), RoleShare{});
  EXPECT_EQ(config_to_json(place_config(Config{})), config_to_json(Config{}));
}

TEST(RoleShares, NeedTwoOfEverythingThatIsShared) {
  Config config = with_roles(0.5);
  config.l23.active_columns = 1;
  EXPECT_THROW(validate(config), Error);
  config.roles.roles = 0.0;
  EXPECT_NO_THROW(validate(config));
  EXPECT_THROW(validate(with_roles(0.95)), Error);
  EXPECT_THROW(validate(with_roles(-0.1)), Error);
  EXPECT_NO_THROW(validate(with_roles(0.9)));
}

}  // namespace
}  // namespace columnar::role_share_test
