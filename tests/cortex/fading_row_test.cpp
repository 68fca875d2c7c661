#include "columnar/cortex/fading_row.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace columnar::fading_row_test {
namespace {

/// Weights after 500 patterns, one active place each, by the class and by its rule in double.
void expect_follows_the_rule(float rate) {
  std::vector<float> row = {0.5F, 0.0F, 1.0F, 0.25F};
  std::vector<double> plain(row.begin(), row.end());
  {
    FadingRow fading(row, rate);
    for (std::size_t t = 0; t < 500; ++t) {
      const std::size_t active = t * t % 3;
      fading[active] += fading.fade();
      for (std::size_t i = 0; i < plain.size(); ++i) {
        plain[i] += static_cast<double>(rate) * ((i == active ? 1.0 : 0.0) - plain[i]);
      }
    }
  }
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(row[i]), plain[i], 1e-5) << rate << ' ' << i;
  }
}

TEST(FadingRow, FollowsTheRuleStepByStep) {
  expect_follows_the_rule(0.0F);
  expect_follows_the_rule(0.005F);
  expect_follows_the_rule(0.3F);  // the factor becomes too faint many times
}

TEST(FadingRow, ForgetsAllAtOnceWhereTheRateIsOne) {
  std::vector<float> row = {0.5F, 0.25F};
  {
    FadingRow fading(row, 1.0F);
    const float step = fading.fade();
    fading[1] += step;
  }
  EXPECT_EQ(row, (std::vector<float>{0.0F, 1.0F}));
}

}  // namespace
}  // namespace columnar::fading_row_test
