#include "columnar_lab/evaluate/explained_attributes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace columnar::explained_attributes_test {
namespace {

/// Attributes 0: nodes 0 1 2 3, 1: nodes 0 1, 2: nodes 0 1 2, 3: node 3. Node 2 names attribute 1 with the value 0.
const Attributes kFour{
    {0, 3, 7, 10, 12}, {0, 1, 2, 2, 0, 1, 1, 0, 2, 1, 0, 3}, {1, 1, 1, 1, 1, 0.5F, 0.5F, 1, 1, 0, 1, 1}, 4, {}};

TEST(ExplainedAttributes, OfTwoNodesAreThoseOfBothTheRarestFirst) {
  const ExplainedAttributes explained(kFour);
  const std::vector<SharedAttribute> shared = explained.shared(0, 1);
  ASSERT_EQ(shared.size(), 3U);
  EXPECT_EQ(shared[0].column, 1U);
  EXPECT_EQ(shared[0].nodes, 2U);
  EXPECT_EQ(shared[1].column, 2U);
  EXPECT_EQ(shared[2].column, 0U);
  EXPECT_EQ(shared[2].nodes, 4U);
  EXPECT_EQ(explained.shared(2, 3).size(), 1U);
}

TEST(ExplainedAttributes, OfSomeNodesAreThoseThatTellThemFromAll) {
  const ExplainedAttributes explained(kFour);
  const std::vector<NodeIndex> nodes{0, 1};
  // Attribute 1: all of these and half of all, 1 · ln 2. Attribute 2: ln (4 / 3). Attribute 0 tells nothing.
  const std::vector<TypicalAttribute> typical = explained.typical(nodes, 5);
  ASSERT_EQ(typical.size(), 2U);
  EXPECT_EQ(typical[0].column, 1U);
  EXPECT_EQ(typical[0].share, 1.0);
  EXPECT_EQ(typical[0].share_of_all, 0.5);
  EXPECT_EQ(typical[1].column, 2U);
  EXPECT_EQ(explained.typical(nodes, 1).size(), 1U);
  const std::vector<NodeIndex> one{3};
  EXPECT_TRUE(explained.typical(one, 5).empty());  // one node is no pattern
}

}  // namespace
}  // namespace columnar::explained_attributes_test
