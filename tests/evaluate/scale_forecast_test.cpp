#include "columnar_lab/evaluate/scale_forecast.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "columnar/graph_builder.hpp"

namespace columnar::scale_forecast_test {
namespace {

TEST(Extrapolate, FollowsAPowerLawAboveTheLine) {
  const std::array x{10.0, 100.0, 1000.0};
  const std::array y{2.0 * std::pow(10.0, 1.2), 2.0 * std::pow(100.0, 1.2), 2.0 * std::pow(1000.0, 1.2)};
  EXPECT_NEAR(*extrapolate(x, y, 1e6), 2.0 * std::pow(1e6, 1.2), 1e-4);
}

TEST(Extrapolate, FollowsTheLineWhereAFixedPartFlattensTheExponent) {
  // 500 + 3 x: the exponent is far below 1, and by it the value at a million would be too small.
  const std::array x{10.0, 100.0, 1000.0};
  const std::array y{530.0, 800.0, 3500.0};
  EXPECT_NEAR(*extrapolate(x, y, 1e6), 3'000'500.0, 1e-3);
}

TEST(Extrapolate, IsProportionalFromOnePointAndEmptyFromNone) {
  EXPECT_DOUBLE_EQ(*extrapolate(std::array{10.0}, std::array{3.0}, 100.0), 30.0);
  EXPECT_DOUBLE_EQ(*extrapolate(std::array{10.0, 10.0}, std::array{2.0, 3.0}, 100.0), 30.0);
  EXPECT_FALSE(extrapolate({}, {}, 100.0).has_value());
  EXPECT_FALSE(extrapolate(std::array{10.0}, std::array{0.0}, 100.0).has_value());
}

/// walks ~ edges, PPMI ~ edges^1.1 in time; 100 and 40 bytes an edge.
ScaleRow row_of(double nodes) {
  const double edges = 5.0 * nodes;
  const auto bytes = static_cast<std::uint64_t>(edges);
  return {"row",
          static_cast<std::uint64_t>(nodes),
          static_cast<std::uint64_t>(edges),
          {{{"walks", 1e-5 * edges, 100 * bytes}, {"PPMI", 1e-5 * std::pow(edges, 1.1), 40 * bytes}}},
          {},
          {}};
}

TEST(ForecastScale, AddsUpSecondsAndTakesTheHighestPeak) {
  const std::array rows{row_of(1e4), row_of(1e5), row_of(1e6)};
  const std::vector<StageForecast> forecast = forecast_scale(rows, 1e8);
  ASSERT_EQ(forecast.size(), 3U);
  EXPECT_EQ(forecast[0].stage, "walks");
  EXPECT_NEAR(forecast[0].seconds, 1e-5 * 5e8, 1e-3);
  EXPECT_NEAR(forecast[1].seconds / (1e-5 * std::pow(5e8, 1.1)), 1.0, 1e-9);
  EXPECT_NEAR(forecast[1].peak_bytes / (40.0 * 5e8), 1.0, 1e-9);
  EXPECT_EQ(forecast[2].stage, "total");
  EXPECT_DOUBLE_EQ(forecast[2].seconds, forecast[0].seconds + forecast[1].seconds);
  EXPECT_DOUBLE_EQ(forecast[2].peak_bytes, forecast[0].peak_bytes);
  EXPECT_TRUE(forecast_scale({}, 1e8).empty());
}

TEST(ForecastScale, DoesNotFitWhatTheClockCannotTell) {
  std::array rows{row_of(1e4), row_of(1e5)};
  rows[0].runs[0][0].seconds = 1e-9;  // would make an exponent of many
  EXPECT_DOUBLE_EQ(forecast_scale(rows, 1e6)[0].seconds, 10.0 * rows[1].runs[0][0].seconds);
}

TEST(NodesThatFit, IsTheInverseOfTheForecast) {
  const std::array rows{row_of(1e4), row_of(1e5)};
  const auto nodes = static_cast<double>(nodes_that_fit(rows, 500.0 * 2e7));  // 500 bytes a node
  EXPECT_NEAR(nodes / 2e7, 1.0, 2e-3);
  EXPECT_EQ(nodes_that_fit(rows, 1e18), kMaxNodes);
  EXPECT_EQ(nodes_that_fit({}, 1e18), 0U);
}

}  // namespace
}  // namespace columnar::scale_forecast_test
