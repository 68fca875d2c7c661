#include "columnar_lab/evaluate/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar_lab/evaluate/scale_forecast.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::evaluate_scale_test {
namespace {

using testing::ElementsAre;

TEST(FitPowerLaw, FindsTheExponentOfAnExactPowerLaw) {
  const std::array x{10.0, 100.0, 1000.0};
  const std::array y{3.0 * std::pow(10.0, 1.5), 3.0 * std::pow(100.0, 1.5), 3.0 * std::pow(1000.0, 1.5)};
  const auto law = fit_power_law(x, y);
  ASSERT_TRUE(law.has_value());
  EXPECT_NEAR(law->exponent, 1.5, 1e-12);
  EXPECT_EQ(law->points, 3U);
}

TEST(FitPowerLaw, IsTheLeastSquaresLineOfTheLogarithms) {
  // ln x = 0, 1, 2 and ln y = 0, 2, 1: slope ½.
  const std::array x{1.0, std::exp(1.0), std::exp(2.0)};
  const std::array y{1.0, std::exp(2.0), std::exp(1.0)};
  EXPECT_NEAR(fit_power_law(x, y)->exponent, 0.5, 1e-12);
}

TEST(FitPowerLaw, NeedsTwoDifferentSizes) {
  const std::array one{5.0};
  EXPECT_FALSE(fit_power_law(one, one).has_value());
  EXPECT_FALSE(fit_power_law(std::array{5.0, 5.0}, std::array{1.0, 2.0}).has_value());
  EXPECT_FALSE(fit_power_law(std::array{5.0, 6.0}, std::array{1.0, 0.0}).has_value());
  EXPECT_FALSE(fit_power_law({}, {}).has_value());
}

ScaleRow row_of(std::uint64_t size, double seconds, std::uint64_t bytes) {
  return {"row", size, 5 * size, {{{"walks", seconds, bytes}, {"PPMI", 2.0 * seconds, bytes / 2}}}, {}, {}};
}

TEST(ScaleRow, AddsUpSecondsAndTakesTheHighestPeak) {
  ScaleRow row = row_of(100, 1.0, 64);
  row.runs.push_back({{"walks", 3.0, 32}, {"PPMI", 4.0, 128}});
  EXPECT_THAT(stage_names({&row, 1}), ElementsAre("walks", "PPMI", "total"));
  EXPECT_THAT(row.seconds("walks"), ElementsAre(1.0, 3.0));
  EXPECT_THAT(row.seconds("total"), ElementsAre(3.0, 7.0));
  EXPECT_TRUE(row.seconds("settling").empty());
  EXPECT_EQ(row.peak_bytes("walks"), 64U);
  EXPECT_EQ(row.peak_bytes("total"), 128U);
}

TEST(ScaleRow, NamesStagesThatOnlyLargeGraphsHave) {
  std::array rows{row_of(100, 1.0, 64), row_of(1000, 1.0, 64)};
  rows[1].runs[0].insert(rows[1].runs[0].begin(), StageCost{"ordering", 1.0, 64});
  EXPECT_THAT(stage_names(rows), ElementsAre("ordering", "walks", "PPMI", "total"));
  const std::vector<StageForecast> forecast = forecast_scale(rows, 10'000);
  ASSERT_EQ(forecast.size(), 4U);
  EXPECT_EQ(forecast[0].stage, "ordering");
  EXPECT_NEAR(forecast[0].seconds, 10.0, 1e-9);  // one size tells no exponent: in proportion to the edges
  EXPECT_NEAR(forecast[0].peak_bytes, 640.0, 1e-9);
}

TEST(TimeExponent, LeavesOutGraphsTooSmallToMeasure) {
  // Linear from 20 ms on; the first row, with the same time as the second, would flatten it.
  const std::array rows{row_of(10, 0.009, 1), row_of(100, 0.02, 1), row_of(1000, 0.2, 1)};
  EXPECT_NEAR(time_exponent(rows, "walks")->exponent, 1.0, 1e-12);
  EXPECT_EQ(time_exponent(rows, "walks")->points, 2U);
  EXPECT_EQ(time_exponent(rows, "PPMI")->points, 3U);
  EXPECT_FALSE(time_exponent(rows, "regions").has_value());
}

TEST(MemoryExponent, IsThatOfThePeaks) {
  const std::array rows{row_of(100, 1.0, 1000), row_of(10'000, 1.0, 1'000'000)};
  EXPECT_NEAR(memory_exponent(rows, "walks")->exponent, 1.5, 1e-12);
  EXPECT_FALSE(memory_exponent(std::span(rows).first(1), "walks").has_value());
}

TEST(EstimatedRatio, IsTheEstimateOverTheCostliestRun) {
  ScaleRow row = row_of(100, 1.0, 1000);
  row.runs.push_back({{"walks", 2.0, 4000}, {"PPMI", 4.0, 500}});
  row.estimated = {{"walks", 1.5, 5000}, {"PPMI", 1.5, 100}};
  EXPECT_DOUBLE_EQ(estimated_seconds_ratio(row), 0.5);
  EXPECT_DOUBLE_EQ(estimated_bytes_ratio(row), 1.25);
  EXPECT_EQ(estimated_seconds_ratio({}), 0.0);
}

TEST(MemoryGrowth, IsTheSlopeAboveTheFixedPart) {
  const std::array rows{row_of(100, 1.0, 1000 + 700), row_of(300, 1.0, 1000 + 2100)};
  const auto growth = memory_growth(rows);
  ASSERT_TRUE(growth.has_value());
  EXPECT_NEAR(growth->bytes_per_node, 7.0, 1e-9);
  EXPECT_NEAR(growth->bytes_per_edge, 1.4, 1e-9);
  EXPECT_FALSE(memory_growth(std::span(rows).first(1)).has_value());
}

TEST(MeasureScale, TimesEveryStageOnceASeed) {
  const auto [graph, labels] = planted_communities(100, 2, 6.0, 0.2, 1);
  const ScaleRow row = measure_scale("town", graph, &labels, testing_support::small_config(), 2, {});
  EXPECT_EQ(row.nodes, 100U);
  EXPECT_EQ(row.edges, graph.edge_count());
  ASSERT_EQ(row.runs.size(), 2U);
  EXPECT_THAT(stage_names({&row, 1}), ElementsAre("walks", "PPMI", "spectrum", "regions", "eligibility", "L4 codes",
                                                  "columns", "settling", "readout", "L6 codes", "total"));
  EXPECT_GT(row.seconds("total")[1], 0.0);
  EXPECT_EQ(row.estimated.size(), row.runs.front().size());
  ASSERT_EQ(row.accuracy.size(), 2U);
  EXPECT_GT(row.accuracy[0], 0.6);
  const auto unlabelled = [&](std::uint32_t seeds) {
    return measure_scale("town", graph, nullptr, testing_support::small_config(), seeds, {});
  };
  EXPECT_TRUE(unlabelled(1).accuracy.empty());
  EXPECT_THROW(static_cast<void>(unlabelled(0)), Error);
}

}  // namespace
}  // namespace columnar::evaluate_scale_test
