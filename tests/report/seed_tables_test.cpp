#include "columnar_lab/report/seed_tables.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace columnar::seed_tables_test {
namespace {

TEST(SeedTableJson, HasARowASettingAndANullWhereAMeasureIsUndefinedForEverySeed) {
  SeedTable table{
      "damage", "Damage", "share", {{"kept", "kept", "what is left", 3}, {"lost", "lost", "the rest", 3}}, {}};
  table.add("10 %", 0.1, {0.5, std::numeric_limits<double>::quiet_NaN()});
  table.add("10 %", 0.1, {0.7, std::numeric_limits<double>::quiet_NaN()});
  const Json json = seed_table_json(table);
  EXPECT_EQ(json["title"], "Damage");
  EXPECT_EQ(json["measures"], (Json{{"kept", "what is left"}, {"lost", "the rest"}}));
  ASSERT_EQ(json["rows"].size(), 1U);
  const Json& row = json["rows"][0];
  EXPECT_EQ(row["name"], "10 %");
  EXPECT_EQ(row["level"], 0.1);
  EXPECT_DOUBLE_EQ(row["kept"]["mean"], 0.6);
  EXPECT_EQ(row["kept"]["seeds"], (Json{0.5, 0.7}));
  EXPECT_TRUE(row["lost"].is_null());
}

}  // namespace
}  // namespace columnar::seed_tables_test
