#include "columnar/roles/role_scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "columnar/graph/generators.hpp"

namespace columnar::role_scale_test {
namespace {

using testing::Each;
using testing::ElementsAre;

/// A row for each value, the same value in all features.
RowMatrix rows_of(const std::vector<float>& values) {
  RowMatrix rows(static_cast<Eigen::Index>(values.size()), static_cast<Eigen::Index>(kRoleFeatures));
  for (std::size_t i = 0; i < values.size(); ++i) {
    rows.row(static_cast<Eigen::Index>(i)).setConstant(values[i]);
  }
  return rows;
}

TEST(RoleScale, LevelIsTheMiddleRankInSixtyFourthsWorkedByHand) {
  // Of 1 2 2 4: below 1 are none and up to it one, so its middle rank is 1/2 of 4: level 8. That of 2 is 2, of 4 is
  // 7/2. Values that no node has lie between: 3 at rank 3, 0 at rank 0, and 9 would be at 64.
  const RoleScale scale = role_scale(rows_of({2, 1, 4, 2}));
  const RowMatrix asked = rows_of({1, 2, 4, 3, 0, 9});
  const std::vector<std::uint8_t> expected{8, 32, 56, 48, 0, 63};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_THAT(unpack(scale.role_of(asked, static_cast<Eigen::Index>(i))), Each(expected[i])) << i;
  }
}

TEST(RoleScale, HasSixBitsForEachFeature) {
  RoleLevels levels{};
  levels.back() = 1;
  EXPECT_EQ(pack(levels), 1);
  levels.front() = 63;
  EXPECT_EQ(pack(levels), (Role{63} << 48) + 1);
  levels = {1, 2, 3, 4, 5, 6, 7, 8, 63};
  EXPECT_EQ(unpack(pack(levels)), levels);
}

TEST(RoleScale, OfAGraphIsThatOfTwoCopiesOfIt) {
  const std::vector<float> once{0, 1, 1, 2, 3, 5, 8};
  std::vector<float> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(roles_of(role_scale(rows_of(once)), rows_of(once)), roles_of(role_scale(rows_of(twice)), rows_of(once)));
}

TEST(RoleScale, KeepsEvenlySpacedValuesOfALargeGraph) {
  std::vector<float> values;
  for (std::size_t i = 0; i < 2 * kScaleValues; ++i) {
    values.push_back(static_cast<float>(i));
  }
  const RoleScale scale = role_scale(rows_of(values));
  ASSERT_EQ(scale.values[0].size(), kScaleValues);
  EXPECT_EQ(scale.values[0].front(), 1.0F);
  EXPECT_EQ(scale.values[0].back(), values.back());
  EXPECT_THAT(unpack(scale.role_of(rows_of({static_cast<float>(kScaleValues)}), 0)), Each(32));
}

TEST(RoleScale, PutsEqualNodesAtOneRole) {
  // All nodes of a cycle play one part: the middle level.
  const RowMatrix features = role_features(cycle_graph(9), 1);
  const std::vector<Role> roles = roles_of(role_scale(features), features);
  EXPECT_THAT(roles, Each(roles.front()));
  EXPECT_THAT(unpack(roles.front()), ElementsAre(32, 32, 32, 32, 32, 32, 32, 32, 32));
}

}  // namespace
}  // namespace columnar::role_scale_test
