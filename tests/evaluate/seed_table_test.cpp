#include "columnar_lab/evaluate/seed_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::seed_table_test {
namespace {

using testing::ElementsAre;

TEST(SeedTable, GathersTheSeedsOfARowByItsName) {
  SeedTable table{"key", "title", "level", {{"a", "A", "", 3}, {"b", "B", "", 3}}, {}};
  table.add("10 %", 0.1, {1.0, 5.0});
  table.add("20 %", 0.2, {2.0, 6.0});
  table.add("10 %", 0.1, {3.0, 7.0});
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1].level, 0.2);
  EXPECT_THAT(table.rows[0].values, ElementsAre(ElementsAre(1.0, 3.0), ElementsAre(5.0, 7.0)));
  EXPECT_DOUBLE_EQ(over_seeds(table.rows[0], 1).mean, 6.0);
}

}  // namespace
}  // namespace columnar::seed_table_test
