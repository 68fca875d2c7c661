#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/scale.hpp"

/// Extrapolates the needs of graphs too large to measure from measured ones.

namespace columnar {

/// y at `at`, from points (x, y) of which the last is the largest: the larger of the power law through the
/// last point with the fitted exponent, and the least-squares line. The line dominates if a fixed part flattens the
/// exponent, the power law if growth is faster than linear. One point, or points at one x: proportional to x. Without
/// points, or if x or y of the last is not above 0: empty.
[[nodiscard]] std::optional<double> extrapolate(std::span<const double> x, std::span<const double> y, double at);

/// One stage of a graph that was not run.
struct StageForecast {
  std::string stage;
  double seconds = 0.0;
  double peak_bytes = 0.0;
};

/// Every stage at the given number of nodes, with as many edges per node as the last row; "total" last: the sum of the
/// seconds and the highest peak. Rows are ordered by edges. A stage is fitted over the rows in which it is measurable.
/// Empty without rows.
[[nodiscard]] std::vector<StageForecast> forecast_scale(std::span<const ScaleRow> rows, double nodes);

/// Number of nodes that fit into the given bytes, by the same extrapolation, within 0.1 %; at most 2^32 - 1, the limit
/// of 32-bit rows. 0 without rows.
[[nodiscard]] std::uint64_t nodes_that_fit(std::span<const ScaleRow> rows, double bytes);

}  // namespace columnar
