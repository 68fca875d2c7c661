#include "columnar_lab/baselines/default_attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/tiny_graphs.hpp"

namespace columnar::default_attributes_test {
namespace {

using testing::ElementsAre;
using testing_support::tiny_graph;

TEST(IdentityAttributes, GiveEachNodeAColumn) {
  const Attributes features = identity_attributes(tiny_graph(3, {{0, 1}}));
  EXPECT_THAT(features.offsets, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(features.indices, ElementsAre(0, 1, 2));
  EXPECT_EQ(features.width, 3U);
  EXPECT_EQ(default_attributes(tiny_graph(3, {{0, 1}})), features);
}

TEST(DegreeAttributes, GiveEachDoublingOfTheDegreeAColumn) {
  // Degrees 4, 1, 2, 2, 1, 0.
  const Attributes features = degree_attributes(tiny_graph(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {2, 3}}));
  EXPECT_THAT(features.indices, ElementsAre(3, 1, 2, 2, 1, 0));
  EXPECT_EQ(features.width, 4U);
}

}  // namespace
}  // namespace columnar::default_attributes_test
