#include "columnar/model/model_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include "columnar/core/config_fields.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar {
namespace {

/// Rounding of sums of floats: unit lengths, averages that tend to 1, running sums.
constexpr float kSlack = 1e-3F;

class Checker {
 public:
  Checker(const Model& model, const std::string& place, ErrorCode code) : model_(model), place_(place), code_(code) {}

  void run() const {
    check_config();
    check_shapes();
    check_graph();
    check_spectrum();
    check_cortex();
    check_codes(code_shape(model_.config), model_.codes, model_.graph.ids, place_, code_);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw Error(code_, place_ + ": " + reason); }

  void check_config() const {
    check_model_config(model_.config, place_, code_);
    for (const std::string& digest : {model_.graph_digest, model_.trained_digest}) {
      const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
      if (digest.size() != 32 || !hexadecimal) {
        fail("the digest of its graph is no 32 hexadecimal digits");
      }
    }
  }

  void expect_size(std::string_view what, std::size_t size, std::size_t wanted) const {
    if (size != wanted) {
      fail(fmt::format("its {} have {} numbers, not {}", what, size, wanted));
    }
  }

  void check_shapes() const {
    const Config& config = model_.config;
    const CortexState& cortex = model_.cortex;
    const auto nodes = static_cast<std::size_t>(model_.coordinates.rows());
    const Eigen::Index rank = model_.coordinates.cols();
    const Eigen::Index regions = model_.centroids.rows();
    if (nodes == 0 || model_.graph.ids.size() != nodes || model_.regions.size() != nodes) {
      fail(fmt::format("it has {} ids and {} regions for {} nodes", model_.graph.ids.size(), model_.regions.size(),
                       nodes));
    }
    if (rank < 1 || rank > config.spectral.rank || model_.centroids.cols() != rank) {
      fail(fmt::format("its coordinates have rank {}, its centroids {}, its config {}", rank, model_.centroids.cols(),
                       config.spectral.rank));
    }
    if (regions < 1 || regions > config.spectral.regions) {
      fail(fmt::format("it has {} centroids for {} regions", regions, config.spectral.regions));
    }
    if (cortex.inputs != config.l4.width() || cortex.columns != config.l23.columns ||
        cortex.cells != config.l23.cells_per_column || cortex.lanes != lanes_of(cortex.cells) ||
        cortex.l5a_size != config.readout.l5a_size) {
      fail("its cortex has other sizes than its config");
    }
    expect_size("offsets", model_.graph.offsets.size(), nodes + 1);
    expect_size("marginal counts", model_.marginals.counts.size(), nodes);
    expect_size("drifts", model_.drift.size(), nodes);
    // No product overflows: validate() bounds each of them.
    const std::size_t slots = std::size_t{cortex.columns} * cortex.lanes;
    expect_size("weights", cortex.weights.size(), slots * cortex.inputs);
    expect_size("sums of weights", cortex.weight_sums.size(), slots);
    expect_size("thresholds", cortex.thresholds.size(), slots);
    expect_size("sliding thresholds", cortex.sliding.size(), slots);
    expect_size("firing rates", cortex.rates.size(), slots);
    expect_size("lateral weights", cortex.lateral.size(), std::size_t{cortex.columns} * cortex.columns);
    expect_size("readout weights", cortex.readout.size(), std::size_t{cortex.columns} * cortex.cells * cortex.l5a_size);
  }

  /// Rows that ascend, no self-loops, weights that are weights, an undirected graph that is one, and the digest of it.
  void check_graph() const {
    const Graph& graph = model_.graph;
    if (graph.offsets.front() != 0 || graph.offsets.back() != graph.targets.size() || graph.targets.empty() ||
        !std::ranges::is_sorted(graph.offsets) ||
        (graph.is_weighted() && graph.weights.size() != graph.targets.size())) {
      fail("the rows of its graph do not span its edges");
    }
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      const auto row = graph.neighbours(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] >= graph.node_count() || row[i] == v || (i > 0 && row[i] <= row[i - 1])) {
          fail(fmt::format("row {} of its graph does not ascend through other nodes", v));
        }
      }
    }
    for (const float weight : graph.weights) {
      if (!(weight > 0.0F && weight <= std::numeric_limits<float>::max())) {
        fail(fmt::format("an edge of its graph has the weight {}", weight));
      }
    }
    if (!graph.directed) {
      check_symmetric(graph);
    }
    if (graph_digest(graph) != model_.graph_digest) {
      fail("its graph is not the one of its digest");
    }
    for (const double drift : model_.drift) {
      if (!(drift >= 0.0 && drift <= 1.0)) {
        fail(fmt::format("a drift of {} is not between 0 and 1", drift));
      }
    }
    // Met at most so often that products of three of these numbers stay exact enough as doubles.
    constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
    for (const std::uint64_t count : model_.marginals.counts) {
      if (count > kMost) {
        fail(fmt::format("a node is said to be met {} times", count));
      }
    }
    if (model_.marginals.total > kMost) {
      fail(fmt::format("{} pairs are said to be counted", model_.marginals.total));
    }
  }

  void check_symmetric(const Graph& graph) const {
    // Sorted rows: the arcs into a node come in the order of its own row.
    std::vector<std::uint64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        const NodeIndex to = graph.targets[e];
        const std::uint64_t back = next[to]++;
        if (back >= graph.offsets[to + 1] || graph.targets[back] != v ||
            (graph.is_weighted() && graph.weights[back] != graph.weights[e])) {
          fail(fmt::format("its graph is not directed, but has an edge from row {} to {} only one way", v, to));
        }
      }
    }
  }

  /// Rows are unit vectors, or zero where there is no direction. A NaN fails both.
  void check_rows(std::string_view what, const RowMatrix& rows) const {
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const float length = rows.row(i).squaredNorm();
      if (length != 0.0F && !(std::abs(length - 1.0F) <= kSlack)) {
        fail(fmt::format("row {} of its {} is neither of unit length nor zero", i, what));
      }
    }
  }

  void check_spectrum() const {
    check_rows("coordinates", model_.coordinates);
    check_rows("centroids", model_.centroids);
    for (std::size_t v = 0; v < model_.regions.size(); ++v) {
      if (model_.regions[v] != Regions::kNone && model_.regions[v] >= model_.centroids.rows()) {
        fail(fmt::format("node {} is in region {} of {}", v, model_.regions[v], model_.centroids.rows()));
      }
    }
  }

  /// Written so that a NaN fails too.
  void expect_within(std::string_view what, std::span<const float> values, float least, float most) const {
    for (const float value : values) {
      if (!(value >= least && value <= most)) {
        fail(fmt::format("its {} hold {}, which is not between {} and {}", what, value, least, most));
      }
    }
  }

  void check_cortex() const {
    const CortexState& cortex = model_.cortex;
    const ColumnConfig& l23 = model_.config.l23;
    constexpr float kLargest = std::numeric_limits<float>::max();
    expect_within("weights", cortex.weights, 0.0F, 1.0F);
    expect_within("sums of weights", cortex.weight_sums, 0.0F, kLargest);
    expect_within("thresholds", cortex.thresholds, static_cast<float>(l23.minimum_threshold),
                  static_cast<float>(l23.maximum_threshold));
    expect_within("sliding thresholds", cortex.sliding, 0.0F, 1.0F + kSlack);
    expect_within("firing rates", cortex.rates, 0.0F, kLargest);
    expect_within("lateral weights", cortex.lateral, -1.0F - kSlack, 0.0F);
    expect_within("readout weights", cortex.readout, 0.0F, 1.0F + kSlack);
    CortexState sums = cortex;
    refresh_weight_sums(sums);
    for (std::size_t i = 0; i < sums.weight_sums.size(); ++i) {
      if (std::abs(sums.weight_sums[i] - cortex.weight_sums[i]) > kSlack * (1.0F + sums.weight_sums[i])) {
        fail(fmt::format("weights that sum to {} are said to sum to {}", sums.weight_sums[i], cortex.weight_sums[i]));
      }
    }
  }

  const Model& model_;
  const std::string& place_;
  ErrorCode code_;
};

}  // namespace

void check_model_config(const Config& config, const std::string& place, ErrorCode code) {
  try {
    validate(config);
  } catch (const Error& error) {
    throw Error(code, place + ": its config is impossible: " + error.what());
  }
}

void check_model(const Model& model, const std::string& place, ErrorCode code) { Checker(model, place, code).run(); }

}  // namespace columnar
