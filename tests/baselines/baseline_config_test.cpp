#include "columnar_lab/baselines/baseline_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "columnar/error.hpp"

namespace columnar::baseline_config_test {
namespace {

using testing::HasSubstr;

void expect_refused(const std::function<void(BaselineConfig&)>& spoil, const char* flag) {
  BaselineConfig config;
  spoil(config);
  try {
    validate(config);
    ADD_FAILURE() << flag << " was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    EXPECT_THAT(error.what(), HasSubstr(flag));
  }
}

TEST(BaselineConfig, OfThePaperIsValid) {
  EXPECT_NO_THROW(validate(BaselineConfig{}));
  EXPECT_NO_THROW(validate(BaselineConfig{}, 1'000'000));
}

TEST(BaselineConfig, RefusesWhatCannotWork) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t value : {0U, kMost}) {
    expect_refused([&](BaselineConfig& c) { c.dimensions = value; }, "--dimensions");
    expect_refused([&](BaselineConfig& c) { c.epochs = value; }, "--epochs");
    expect_refused([&](BaselineConfig& c) { c.negatives = value; }, "--negatives");
    expect_refused([&](BaselineConfig& c) { c.line_samples = value; }, "--line-samples");
  }
  for (const double rate :
       {0.0, -0.1, 1.1, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    expect_refused([&](BaselineConfig& c) { c.learning_rate = rate; }, "--learning-rate");
  }
}

TEST(BaselineConfig, RefusesATableThatNoMachineHolds) {
  EXPECT_THROW(validate(BaselineConfig{}, std::numeric_limits<std::size_t>::max()), Error);
  EXPECT_THROW(validate(BaselineConfig{.dimensions = 16'384}, std::size_t{1} << 32U), Error);
}

TEST(BaselineConfig, HoldsWalksToTheRulesOfTheEmbedder) {
  EXPECT_NO_THROW(validate(WalkConfig{}));
  EXPECT_THROW(validate(WalkConfig{.walk_length = 0}), Error);
  EXPECT_THROW(validate(WalkConfig{.window = 0}), Error);
  EXPECT_THROW(validate(WalkConfig{.return_p = 0.0}), Error);
}

}  // namespace
}  // namespace columnar::baseline_config_test
