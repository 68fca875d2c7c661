#include "columnar_lab/evaluate/scale_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/graph_builder.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {
namespace {

/// One quantity of a stage in the rows that can tell it.
struct GrowthCurve {
  std::vector<double> edges;
  std::vector<double> values;
};

GrowthCurve seconds_of(std::span<const ScaleRow> rows, const std::string& stage) {
  GrowthCurve curve;
  for (const ScaleRow& row : rows) {
    const double seconds = mean_and_sd(row.seconds(stage)).mean;
    if (seconds > kMeasurableSeconds || &row == &rows.back()) {
      curve.edges.push_back(static_cast<double>(row.edges));
      curve.values.push_back(seconds);
    }
  }
  return curve;
}

GrowthCurve bytes_of(std::span<const ScaleRow> rows, const std::string& stage) {
  GrowthCurve curve;
  for (const ScaleRow& row : rows) {
    if (row.peak_bytes(stage) > 0) {  // small graphs are not put into another order
      curve.edges.push_back(static_cast<double>(row.edges));
      curve.values.push_back(static_cast<double>(row.peak_bytes(stage)));
    }
  }
  return curve;
}

}  // namespace

std::optional<double> extrapolate(std::span<const double> x, std::span<const double> y, double at) {
  if (x.empty() || x.size() != y.size() || x.back() <= 0.0 || y.back() <= 0.0) {
    return std::nullopt;
  }
  const std::optional<PowerLaw> law = fit_power_law(x, y);
  const std::optional<double> slope = least_squares_slope(x, y);
  if (!law || !slope) {
    return y.back() * at / x.back();
  }
  const double by_power = y.back() * std::pow(at / x.back(), law->exponent);
  return std::max(by_power, mean_and_sd(y).mean + *slope * (at - mean_and_sd(x).mean));
}

std::vector<StageForecast> forecast_scale(std::span<const ScaleRow> rows, double nodes) {
  std::vector<StageForecast> forecast;
  if (rows.empty()) {
    return forecast;
  }
  const ScaleRow& largest = rows.back();
  const double edges =
      nodes * static_cast<double>(largest.edges) / static_cast<double>(std::max<std::uint64_t>(1, largest.nodes));
  StageForecast total{ScaleRow::kTotal, 0.0, 0.0};
  for (const std::string& stage : stage_names(rows)) {
    if (stage == ScaleRow::kTotal) {
      continue;
    }
    const GrowthCurve seconds = seconds_of(rows, stage);
    const GrowthCurve bytes = bytes_of(rows, stage);
    const StageForecast one{stage, extrapolate(seconds.edges, seconds.values, edges).value_or(0.0),
                            extrapolate(bytes.edges, bytes.values, edges).value_or(0.0)};
    total.seconds += one.seconds;
    total.peak_bytes = std::max(total.peak_bytes, one.peak_bytes);
    forecast.push_back(one);
  }
  forecast.push_back(total);
  return forecast;
}

std::uint64_t nodes_that_fit(std::span<const ScaleRow> rows, double bytes) {
  if (rows.empty()) {
    return 0;
  }
  double low = 0.0;
  auto high = static_cast<double>(kMaxNodes);
  const auto fits = [&](double nodes) { return forecast_scale(rows, nodes).back().peak_bytes <= bytes; };
  if (fits(high)) {
    return kMaxNodes;
  }
  while (high - low > std::max(1.0, 0.001 * low)) {
    const double middle = 0.5 * (low + high);
    (fits(middle) ? low : high) = middle;
  }
  return static_cast<std::uint64_t>(low);
}

}  // namespace columnar
