#include "columnar_lab/evaluate/held_out.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "columnar/error.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::held_out_test {
namespace {

TEST(HeldOutAccuracy, IsTheShareOfTheTestedNodesWithAClass) {
  // One feature tells the class; node 5 has the feature of the other class, node 4 no class.
  SparseRows rows;
  rows.width = 2;
  for (const std::uint32_t feature : {0U, 1U, 0U, 1U, 1U, 0U, 1U}) {
    rows.indices.push_back(feature);
    rows.offsets.push_back(rows.indices.size());
  }
  const Labels labels{{0, 1, 0, 1, Labels::kUnknown, 1, 1}, {"a", "b"}};
  const std::vector<NodeIndex> train{0, 1, 2, 3};
  const std::vector<NodeIndex> test{4, 5, 6};
  EXPECT_EQ(held_out_accuracy(rows, labels, train, test), 0.5);
  const std::vector<NodeIndex> unknown{4};
  EXPECT_THROW((void)held_out_accuracy(rows, labels, train, unknown), Error);
}

TEST(JoinedCodes, LieInTheRowsOfTheWholeGraph) {
  const Graph whole = testing_support::tiny_graph(3, {{0, 1}, {1, 2}});
  const SdrShape shape{.columns = 4, .cells_per_column = 1, .active_columns = 1, .l5a_size = 0, .l5a_active = 0};
  const SdrTable visible{shape, {{2, 0}, {}}, {3, 1}};
  const SdrTable encoded{shape, {{1}, {}}, {2}};
  EXPECT_EQ(joined_codes(whole, visible, encoded).bits, (std::vector<std::uint16_t>{1, 2, 3}));
}

}  // namespace
}  // namespace columnar::held_out_test
