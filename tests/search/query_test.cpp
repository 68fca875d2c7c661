#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/search.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::query_test {
namespace {

using testing::ElementsAre;

TEST(QueryLike, IsTheCodeOfOneRowWithoutTheRowItself) {
  const std::vector<NodeIndex> like{1};
  const Query query = query_like(tiny_codes(), like);
  EXPECT_THAT(query.bits, ElementsAre(2, 5, 7));
  EXPECT_THAT(query.left_out, ElementsAre(1));
}

TEST(QueryLike, IsTheUnionOfRowsWithoutTheBitsOfOthers) {
  SdrTable table = tiny_codes();  // {0, 3, 6}, {2, 5, 7}
  table.ids.integers.push_back(3);
  table.bits.insert(table.bits.end(), {0, 5, 7});
  const std::vector<NodeIndex> like{0, 1};
  const std::vector<NodeIndex> unlike{2};
  const Query query = query_like(table, like, unlike);
  EXPECT_THAT(query.bits, ElementsAre(2, 3, 6));
  EXPECT_THAT(query.left_out, ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace columnar::query_test
