#include "columnar_lab/report/code_json.hpp"

#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"

namespace columnar::code_json_test {
namespace {

using testing_codes::make_l23_table;

TEST(HealthJson, HasNullsForWhatWasNotMeasured) {
  const Json json = health_json(code_health(make_l23_table({{0, 2}, {1, 4}})));
  EXPECT_EQ(json["nodes"], 2);
  EXPECT_EQ(json["unique_share"], 1.0);
  EXPECT_EQ(json["neurons_used_l23"], 4);
  EXPECT_EQ(json["neurons_l23"], 8);
  EXPECT_TRUE(json["neurons_l5a"].is_null());
  EXPECT_TRUE(json["cross_class_duplicate_groups"].is_null());
}

}  // namespace
}  // namespace columnar::code_json_test
