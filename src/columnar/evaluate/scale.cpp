#include "columnar/evaluate/scale.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/core/error.hpp"
#include "columnar/evaluate/classify.hpp"
#include "columnar/model/embedder.hpp"

namespace columnar {
namespace {

/// The slope of the least-squares line; empty where all x are equal.
std::optional<double> slope(std::span<const double> x, std::span<const double> y) {
  const double mean_x = mean_and_sd(x).mean;
  const double mean_y = mean_and_sd(y).mean;
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (x[i] - mean_x) * (y[i] - mean_y);
    squares += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return squares > 0.0 ? std::optional(products / squares) : std::nullopt;
}

}  // namespace

std::vector<double> ScaleRow::seconds(const std::string& stage) const {
  std::vector<double> values;
  for (const std::vector<StageCost>& run : runs) {
    double sum = 0.0;
    bool found = false;
    for (const StageCost& cost : run) {
      if (stage == kTotal || cost.name == stage) {
        sum += cost.seconds;
        found = true;
      }
    }
    if (found) {
      values.push_back(sum);
    }
  }
  return values;
}

std::uint64_t ScaleRow::peak_bytes(const std::string& stage) const {
  std::uint64_t most = 0;
  for (const std::vector<StageCost>& run : runs) {
    for (const StageCost& cost : run) {
      most = stage == kTotal || cost.name == stage ? std::max(most, cost.peak_bytes) : most;
    }
  }
  return most;
}

std::vector<std::string> stage_names(const ScaleRow& row) {
  std::vector<std::string> names;
  if (!row.runs.empty()) {
    for (const StageCost& cost : row.runs.front()) {
      names.push_back(cost.name);
    }
  }
  names.emplace_back(ScaleRow::kTotal);
  return names;
}

ScaleRow measure_scale(const std::string& name, const Graph& graph, const Config& config, std::uint32_t seeds,
                       const RunContext& context) {
  if (seeds == 0) {
    throw Error(ErrorCode::kConfig, "seeds: at least one is needed");
  }
  ScaleRow row{name, graph.node_count(), graph.edge_count(), {}};
  for (std::uint32_t s = 0; s < seeds; ++s) {
    Config of_seed = config;
    of_seed.seed = config.seed + s;
    Embedder embedder(of_seed);
    static_cast<void>(embedder.fit(graph, context));
    row.runs.push_back(embedder.report().stages);
  }
  return row;
}

std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y) {
  std::vector<double> log_x;
  std::vector<double> log_y;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i] > 0.0 && y[i] > 0.0) {
      log_x.push_back(std::log(x[i]));
      log_y.push_back(std::log(y[i]));
    }
  }
  const std::optional<double> exponent = slope(log_x, log_y);
  return exponent ? std::optional(PowerLaw{*exponent, log_x.size()}) : std::nullopt;
}

std::optional<PowerLaw> time_exponent(std::span<const ScaleRow> rows, const std::string& stage) {
  std::vector<double> edges;
  std::vector<double> times;
  for (const ScaleRow& row : rows) {
    const double time = mean_and_sd(row.seconds(stage)).mean;
    if (time > kMeasurableSeconds) {
      edges.push_back(static_cast<double>(row.edges));
      times.push_back(time);
    }
  }
  return fit_power_law(edges, times);
}

std::optional<MemoryGrowth> memory_growth(std::span<const ScaleRow> rows) {
  std::vector<double> nodes;
  std::vector<double> edges;
  std::vector<double> bytes;
  for (const ScaleRow& row : rows) {
    nodes.push_back(static_cast<double>(row.nodes));
    edges.push_back(static_cast<double>(row.edges));
    bytes.push_back(static_cast<double>(row.peak_bytes(ScaleRow::kTotal)));
  }
  const std::optional<double> per_node = slope(nodes, bytes);
  const std::optional<double> per_edge = slope(edges, bytes);
  return per_node && per_edge ? std::optional(MemoryGrowth{*per_node, *per_edge}) : std::nullopt;
}

}  // namespace columnar
