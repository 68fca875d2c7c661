#include "columnar_lab/baselines/line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/alias_table.hpp"
#include "columnar_lab/baselines/logistic_step.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/baselines/skip_gram_pairs.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kSamplesPerReport = std::uint64_t{1} << 16U;

/// What both orders draw from.
struct LineDraws {
  AliasTable edges;
  AliasTable noise;
  std::vector<NodeIndex> sources;  ///< of each edge
};

LineDraws draws_of(const Graph& graph) {
  constexpr double kPower = 0.75;
  LineDraws draws;
  std::vector<double> weights(graph.targets.size(), 1.0);
  std::copy(graph.weights.begin(), graph.weights.end(), weights.begin());
  std::vector<double> degrees(graph.node_count(), 0.0);
  draws.sources.resize(graph.targets.size());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      draws.sources[e] = v;
      degrees[v] += weights[e];
      degrees[graph.targets[e]] += weights[e];
    }
  }
  for (double& degree : degrees) {
    degree = std::pow(degree, kPower);
  }
  draws.edges = AliasTable(weights);
  draws.noise = AliasTable(degrees);
  return draws;
}

/// One order of proximity: the first has one table, the second a table of contexts beside it.
class LineOrder {
 public:
  LineOrder(const Graph& graph, const LineDraws& draws, const BaselineConfig& config, bool first, std::uint64_t seed)
      : graph_(graph),
        draws_(draws),
        config_(config),
        first_(first),
        dimensions_(first ? config.dimensions / 2 : config.dimensions - config.dimensions / 2),
        edge_random_(seed, Purpose::kLineEdge),
        noise_random_(seed, Purpose::kNegativeSample) {
    std::vector<NodeIndex> place_of(graph.node_count());
    std::iota(place_of.begin(), place_of.end(), NodeIndex{0});
    vectors_ = first_vectors(place_of, dimensions_, seed, first ? 1 : 2);
    if (!first) {
      contexts_ = RowMatrix::Zero(vectors_.rows(), vectors_.cols());
    }
  }

  /// Draws number `begin` to `end` of `all`.
  void train(std::uint64_t begin, std::uint64_t end, std::uint64_t all) {
    const auto width = static_cast<std::size_t>(vectors_.cols());
    float* outputs = first_ ? vectors_.data() : contexts_.data();
    with_logistic_step(width, [&](auto logistic_step) {
      std::vector<LogisticTarget> targets(config_.negatives + 1);
      for (std::uint64_t sample = begin; sample < end; ++sample) {
        const auto [source, target] = draw_edge(sample);
        targets[0] = {target, 1.0F};
        std::size_t count = 1;
        for (std::uint32_t k = 0; k < config_.negatives; ++k) {
          const std::uint32_t other =
              draws_.noise.pick(noise_random_.bits(order_key(), sample * config_.negatives + k));
          targets[count] = {other, 0.0F};
          count += other != target && other != source ? 1 : 0;
        }
        const float rate = falling_rate(config_.learning_rate, static_cast<double>(sample) / static_cast<double>(all));
        logistic_step(vectors_.data() + source * width, outputs, std::span(targets).first(count), rate);
      }
    });
  }

  /// Writes the vectors, each scaled to length 1, into the columns of the table from `column` on.
  void write(DenseTable& table, std::size_t column) const {
    for (std::size_t v = 0; v < table.size(); ++v) {
      const auto row = vectors_.row(static_cast<Eigen::Index>(v));
      const float length = row.norm();
      if (!std::isfinite(length)) {
        throw Error(ErrorCode::kConfig, "--learning-rate: training diverged; a smaller rate may help");
      }
      for (std::size_t i = 0; i < dimensions_; ++i) {
        table.row(v)[column + i] = length > 0.0F ? row[static_cast<Eigen::Index>(i)] / length : 0.0F;
      }
    }
  }

  [[nodiscard]] std::uint32_t dimensions() const noexcept { return dimensions_; }

 private:
  [[nodiscard]] std::uint64_t order_key() const noexcept { return first_ ? 1 : 2; }

  /// Undirected graphs hold each edge both ways; an arc is turned round half the time where direction must not count.
  [[nodiscard]] std::pair<NodeIndex, NodeIndex> draw_edge(std::uint64_t sample) const noexcept {
    const std::uint32_t edge = draws_.edges.pick(edge_random_.bits(order_key(), 2 * sample));
    const NodeIndex source = draws_.sources[edge];
    const NodeIndex target = graph_.targets[edge];
    const bool turn = first_ && graph_.directed && (edge_random_.bits(order_key(), 2 * sample + 1) & 1U) != 0;
    return turn ? std::pair{target, source} : std::pair{source, target};
  }

  const Graph& graph_;
  const LineDraws& draws_;
  const BaselineConfig& config_;
  bool first_;
  std::uint32_t dimensions_;
  KeyedRandom edge_random_;
  KeyedRandom noise_random_;
  RowMatrix vectors_;
  RowMatrix contexts_;  ///< of the second order alone
};

}  // namespace

DenseTable line(const Graph& graph, const BaselineConfig& config, std::uint64_t seed, const RunContext& context) {
  validate(config, graph.node_count());
  if (config.dimensions < 2) {
    throw Error(ErrorCode::kConfig, "--dimensions: LINE needs at least 2, one for each order");
  }
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "line: the graph has no edges");
  }
  const LineDraws draws = draws_of(graph);
  std::array<LineOrder, 2> orders{LineOrder(graph, draws, config, true, seed),
                                  LineOrder(graph, draws, config, false, seed)};
  const std::uint64_t samples = std::uint64_t{config.line_samples} * graph.node_count();
  for (std::uint64_t begin = 0; begin < samples; begin += kSamplesPerReport) {
    const std::uint64_t end = std::min(samples, begin + kSamplesPerReport);
    parallel_blocks(context.threads, orders.size(), 1,
                    [&](std::size_t order, std::size_t /*end*/) { orders[order].train(begin, end, samples); });
    context.advance(static_cast<double>(end) / static_cast<double>(samples));
  }
  DenseTable table{graph.ids, config.dimensions,
                   std::vector<float>(graph.node_count() * std::size_t{config.dimensions})};
  orders[0].write(table, 0);
  orders[1].write(table, orders[0].dimensions());
  return table;
}

Method line_method() {
  return {.name = "line",
          .summary = "First- and second-order proximity, half of the dimensions each (Tang et al., 2015)",
          .makes_codes = false,
          .constants = {"dimensions", "negatives", "learning_rate", "line_samples"},
          .run = [](const Graph& graph, const Config& /*config*/, const BaselineConfig& baseline, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            return run_stage(context, "line", [&] { return line(graph, baseline, seed, context); });
          }};
}

}  // namespace columnar
