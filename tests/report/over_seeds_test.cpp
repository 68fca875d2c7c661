#include "columnar_lab/report/over_seeds.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace columnar::over_seeds_test {
namespace {

TEST(OverSeeds, GivesTheMeanTheSampleSdAndEverySeed) {
  const std::vector<double> values{1.0, 3.0};
  EXPECT_EQ(json_text(over_seeds_json(values)),
            "{\n  \"mean\": 2.0,\n  \"sd\": 1.4142135623730951,\n  \"seeds\": [\n    1.0,\n    3.0\n  ]\n}\n");
}

TEST(OverSeeds, OfOneSeedHasNoSpread) {
  const Json json = over_seeds_json(std::vector<double>{0.25});
  EXPECT_EQ(json["mean"], 0.25);
  EXPECT_TRUE(json["sd"].is_null());
  EXPECT_EQ(json["seeds"].size(), 1U);
}

TEST(OverSeeds, LeavesOutSeedsWithoutAFigureAndIsNullWhereNoneHasOne) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const Json json = over_seeds_json(std::vector<double>{1.0, kNone, 3.0});
  EXPECT_EQ(json["mean"], 2.0);
  EXPECT_EQ(json["seeds"], Json({1.0, nullptr, 3.0}));
  EXPECT_TRUE(over_seeds_json(std::vector<double>{kNone}).is_null());
  EXPECT_TRUE(over_seeds_json({}).is_null());
}

}  // namespace
}  // namespace columnar::over_seeds_test
