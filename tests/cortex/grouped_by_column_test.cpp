#include "columnar/cortex/grouped_by_column.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace columnar::grouped_by_column_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(GroupedByColumn, KeepsTheOrderInEachGroupAndForgetsEarlierOnes) {
  GroupedByColumn<int> grouped;
  const std::array<std::size_t, 6> columns = {3, 0, 3, 2, 0, 3};
  const auto some = [&](std::size_t count) {
    return [&columns, count](const auto& visit) {
      for (std::size_t i = 0; i < count; ++i) {
        visit(columns[i], static_cast<int>(i));
      }
    };
  };
  grouped.group(4, some(6));
  EXPECT_THAT(grouped.of(0), ElementsAre(1, 4));
  EXPECT_THAT(grouped.of(1), IsEmpty());
  EXPECT_THAT(grouped.of(2), ElementsAre(3));
  EXPECT_THAT(grouped.of(3), ElementsAre(0, 2, 5));
  grouped.group(4, some(2));
  EXPECT_THAT(grouped.of(0), ElementsAre(1));
  EXPECT_THAT(grouped.of(2), IsEmpty());
  EXPECT_THAT(grouped.of(3), ElementsAre(0));
  grouped.group(4, some(0));
  EXPECT_THAT(grouped.of(3), IsEmpty());
}

}  // namespace
}  // namespace columnar::grouped_by_column_test
