#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "columnar_lab/evaluate/scale.hpp"

/// What graphs too large to measure would need, from those that were. An extrapolation, not a measurement.

namespace columnar {

/// y at `at`, from points (x, y) of which the last is the largest: the larger of the power law that goes through the
/// last point with the fitted exponent, and the least-squares line. The line holds where a fixed part flattens the
/// exponent, the power law where growth is faster than linear. One point, or points at one x: proportional to x. No
/// point, or an x or y of the last that is not above 0: empty.
[[nodiscard]] std::optional<double> extrapolate(std::span<const double> x, std::span<const double> y, double at);

/// One stage of a graph that nobody embedded.
struct StageForecast {
  std::string stage;
  double seconds = 0.0;
  double peak_bytes = 0.0;
};

/// Every stage at so many nodes, with as many edges a node as the last row has; "total" last: the sum of the seconds
/// and the highest peak. Rows are ordered by edges. A stage is fitted over the rows in which it is measurable. Empty
/// without rows.
[[nodiscard]] std::vector<StageForecast> forecast_scale(std::span<const ScaleRow> rows, double nodes);

/// How many nodes fit into so many bytes, by the same extrapolation, within one in a thousand; at most 2^32 - 1, which
/// is what 32-bit rows can number. 0 without rows.
[[nodiscard]] std::uint64_t nodes_that_fit(std::span<const ScaleRow> rows, double bytes);

}  // namespace columnar
