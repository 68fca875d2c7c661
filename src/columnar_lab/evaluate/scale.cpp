#include "columnar_lab/evaluate/scale.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {
namespace {

/// The labels of every k-th node alone, so that about kScaleJudgedNodes are left.
Labels thinned(const Labels& labels) {
  Labels few = labels;
  const std::size_t step = (labels.classes.size() + kScaleJudgedNodes - 1) / kScaleJudgedNodes;
  for (std::size_t v = 0; v < few.classes.size(); ++v) {
    few.classes[v] = v % step == 0 ? few.classes[v] : Labels::kUnknown;
  }
  return few;
}

double ratio(double estimated, double used) { return used > 0.0 ? estimated / used : 0.0; }

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

std::vector<std::string> stage_names(std::span<const ScaleRow> rows) {
  std::vector<std::string> names;
  for (const ScaleRow& row : rows) {
    if (!row.runs.empty() && row.runs.front().size() > names.size()) {
      names.clear();
      for (const StageCost& cost : row.runs.front()) {
        names.push_back(cost.name);
      }
    }
  }
  names.emplace_back(ScaleRow::kTotal);
  return names;
}

ScaleRow measure_scale(const std::string& name, const Graph& graph, const Labels* labels, const Config& config,
                       std::uint32_t seeds, const RunContext& context) {
  if (seeds == 0) {
    throw Error(ErrorCode::kConfig, "seeds: at least one is needed");
  }
  ScaleRow row{name, graph.node_count(), graph.edge_count(), {}, {}, {}};
  row.estimated = estimate_fit(graph, config, context.threads).stages;
  for (std::uint32_t s = 0; s < seeds; ++s) {
    Config of_seed = config;
    of_seed.seed = config.seed + s;
    Embedder embedder(of_seed);
    const SdrTable codes = select_layer(embedder.fit(graph, context), Layer::kAll);
    row.runs.push_back(embedder.report().stages);
    if (labels != nullptr && !labels->empty()) {
      ClassifyOptions options;
      options.threads = context.threads;
      row.accuracy.push_back(classify(codes, thinned(*labels), options).accuracy.mean);
    }
  }
  return row;
}

double estimated_seconds_ratio(const ScaleRow& row) {
  double estimated = 0.0;
  for (const StageCost& cost : row.estimated) {
    estimated += cost.seconds;
  }
  const std::vector<double> used = row.seconds(ScaleRow::kTotal);
  return ratio(estimated, used.empty() ? 0.0 : std::ranges::max(used));
}

double estimated_bytes_ratio(const ScaleRow& row) {
  std::uint64_t estimated = 0;
  for (const StageCost& cost : row.estimated) {
    estimated = std::max(estimated, cost.peak_bytes);
  }
  return ratio(static_cast<double>(estimated), static_cast<double>(row.peak_bytes(ScaleRow::kTotal)));
}

std::optional<double> least_squares_slope(std::span<const double> x, std::span<const double> y) {
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

std::optional<PowerLaw> fit_power_law(std::span<const double> x, std::span<const double> y) {
  std::vector<double> log_x;
  std::vector<double> log_y;
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    if (x[i] > 0.0 && y[i] > 0.0) {
      log_x.push_back(std::log(x[i]));
      log_y.push_back(std::log(y[i]));
    }
  }
  const std::optional<double> exponent = least_squares_slope(log_x, log_y);
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

std::optional<PowerLaw> memory_exponent(std::span<const ScaleRow> rows, const std::string& stage) {
  std::vector<double> edges;
  std::vector<double> bytes;
  for (const ScaleRow& row : rows) {
    edges.push_back(static_cast<double>(row.edges));
    bytes.push_back(static_cast<double>(row.peak_bytes(stage)));
  }
  return fit_power_law(edges, bytes);
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
  const std::optional<double> per_node = least_squares_slope(nodes, bytes);
  const std::optional<double> per_edge = least_squares_slope(edges, bytes);
  return per_node && per_edge ? std::optional(MemoryGrowth{*per_node, *per_edge}) : std::nullopt;
}

}  // namespace columnar
