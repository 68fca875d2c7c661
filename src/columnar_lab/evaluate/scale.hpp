#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

/// How time and memory grow with the graph.

namespace columnar {

/// One graph, embedded once per seed.
struct ScaleRow {
  std::string name;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::vector<std::vector<StageCost>> runs;  ///< [seed][stage]
  std::vector<StageCost> estimated;          ///< by estimate_fit, before the first run
  std::vector<double> accuracy;              ///< one per seed; empty without labels

  /// Seconds of one stage, one per seed; of all stages together for kTotal. Empty if the stage did not run.
  [[nodiscard]] std::vector<double> seconds(const std::string& stage) const;
  /// Peak bytes of the process during the stage, the largest over the seeds.
  [[nodiscard]] std::uint64_t peak_bytes(const std::string& stage) const;
  static constexpr const char* kTotal = "total";
};

/// The stages of the row with the most stages, in order, "total" last.
[[nodiscard]] std::vector<std::string> stage_names(std::span<const ScaleRow> rows);

/// Number of nodes used to measure accuracy: enough for half a point, few enough to be cheap.
inline constexpr std::size_t kScaleJudgedNodes = 10'000;

/// Embeds a graph with `seeds` seeds from config.seed on, and estimates the cost beforehand. If `labels`
/// are given (not null or empty), the codes of at most kScaleJudgedNodes nodes, evenly spread over the rows, are
/// classified by 5-fold logistic regression. Errors as Embedder and classify.
[[nodiscard]] ScaleRow measure_scale(const std::string& name, const Graph& graph, const Labels* labels,
                                     const Config& config, std::uint32_t seeds, const RunContext& context);

/// Estimate divided by the actual value of the costliest run, in seconds and at the peak; 0 if nothing was
/// used or estimated.
[[nodiscard]] double estimated_seconds_ratio(const ScaleRow& row);
[[nodiscard]] double estimated_bytes_ratio(const ScaleRow& row);

/// The slope of the least-squares line through the points; empty if all x are equal.
[[nodiscard]] std::optional<double> least_squares_slope(std::span<const double> x, std::span<const double> y);

/// y ≈ a · x^exponent.
struct PowerLaw {
  double exponent = 0.0;
  std::size_t points = 0;  ///< number of fitted points
};

/// The least-squares line through (log x, log y); points with x or y not above 0 are skipped. Empty if fewer than
/// two distinct x are left.
[[nodiscard]] std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y);

/// Shorter stages measure the clock rather than the graph.
inline constexpr double kMeasurableSeconds = 0.010;

/// How the mean time of a stage grows with the edges, over the rows in which it is measurable.
[[nodiscard]] std::optional<PowerLaw> time_exponent(std::span<const ScaleRow> rows, const std::string& stage);

/// How the peak of a stage grows with the edges, as a power. The fixed part of every process lowers it.
[[nodiscard]] std::optional<PowerLaw> memory_exponent(std::span<const ScaleRow> rows, const std::string& stage);

/// How the peak memory grows: the slope of the least-squares line of bytes against edges and against nodes. The fixed
/// part, which dominates small graphs, does not count. Empty if there are fewer than two distinct sizes.
struct MemoryGrowth {
  double bytes_per_node = 0.0;
  double bytes_per_edge = 0.0;
};
[[nodiscard]] std::optional<MemoryGrowth> memory_growth(std::span<const ScaleRow> rows);

}  // namespace columnar
