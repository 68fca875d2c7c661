#include "columnar_lab/report/stage_costs.hpp"

#include <gtest/gtest.h>

namespace columnar::stage_costs_test {
namespace {

TEST(StageCosts, AddUpSecondsAndTakeTheLargestPeak) {
  const Json json = stages_json({{"walks", 1.5, 100}, {"ppmi", 2.0, 300}, {"health", 0.25, 200}});
  EXPECT_EQ(json["total_seconds"], 3.75);
  EXPECT_EQ(json["peak_bytes"], 300);
  ASSERT_EQ(json["stages"].size(), 3U);
  EXPECT_EQ(json["stages"][1], (Json{{"name", "ppmi"}, {"seconds", 2.0}, {"peak_bytes", 300}}));
}

}  // namespace
}  // namespace columnar::stage_costs_test
