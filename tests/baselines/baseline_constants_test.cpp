#include "columnar_lab/baselines/baseline_constants.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::baseline_constants_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(BaselineConstants, AMethodHasThoseItLooksAtAndTheWindowOfItsWalks) {
  BaselineConfig config;
  config.dimensions = 12;
  config.learning_rate = 0.5;
  WalkConfig walks;
  walks.window = 3;
  EXPECT_THAT(constants_of(Method::kDeepwalk, config, walks),
              ElementsAre(Pair("dimensions", 12.0), Pair("epochs", config.epochs), Pair("learning_rate", 0.5),
                          Pair("window", 3.0)));
  EXPECT_THAT(constants_of(Method::kPpmiSvd, config, walks),
              ElementsAre(Pair("dimensions", 12.0), Pair("window", 3.0)));
}

TEST(BaselineConstants, LineWalksNowhereSoItHasNoWindow) {
  const BaselineConfig config;
  EXPECT_THAT(constants_of(Method::kLine, config, WalkConfig{}),
              ElementsAre(Pair("dimensions", config.dimensions), Pair("negatives", config.negatives),
                          Pair("learning_rate", config.learning_rate), Pair("line_samples", config.line_samples)));
}

TEST(BaselineConstants, EveryMethodButTheEmbedderHasDimensions) {
  for (const Method method : all_methods()) {
    EXPECT_EQ(baseline_constants().front().is_for(method), method != Method::kColumnar) << method_name(method);
  }
}

}  // namespace
}  // namespace columnar::baseline_constants_test
