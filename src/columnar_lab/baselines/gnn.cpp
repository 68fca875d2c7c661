#include "columnar_lab/baselines/gnn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/adam.hpp"
#include "columnar_lab/baselines/gnn_network.hpp"

namespace columnar {
namespace {

constexpr std::size_t kMaxClasses = 4096;

void require_possible(const GnnConfig& config) {
  const auto require = [](bool fine, const char* name, const char* range) {
    if (!fine) {
      throw Error(ErrorCode::kConfig, fmt::format("{}: must be {}", name, range));
    }
  };
  require(config.hidden >= 1 && config.hidden <= 65536, "hidden", "from 1 to 65536");
  require(config.learning_rate > 0.0 && std::isfinite(config.learning_rate), "learning_rate", "above 0");
  require(config.dropout >= 0.0 && config.dropout <= 0.99, "dropout", "from 0 to .99");
  require(config.weight_decay >= 0.0 && std::isfinite(config.weight_decay), "weight_decay", "at least 0");
  require(config.max_epochs >= 1, "max_epochs", "at least 1");
  require(config.patience >= 1, "patience", "at least 1");
  require(config.validation_share >= 0.0 && config.validation_share <= 0.5, "validation_share", "from 0 to .5");
}

/// One more than the highest class of the nodes.
std::size_t class_count(const Graph& graph, std::span<const std::int32_t> classes, const TrainingSplit& split) {
  if (classes.size() != graph.node_count()) {
    throw Error(ErrorCode::kInput, fmt::format("labels: {} labels for {} nodes", classes.size(), graph.node_count()));
  }
  if (split.train.empty()) {
    throw Error(ErrorCode::kInput, "labels: no node to train on");
  }
  std::size_t count = 0;
  for (const auto* part : {&split.train, &split.validation}) {
    for (const NodeIndex node : *part) {
      if (node >= graph.node_count() || classes[node] < 0) {
        throw Error(ErrorCode::kInput, fmt::format("labels: node {} has no class to train on", node));
      }
      count = std::max(count, static_cast<std::size_t>(classes[node]) + 1);
    }
  }
  if (count > kMaxClasses) {
    throw Error(ErrorCode::kInput,
                fmt::format("labels: {} classes, but at most {} can be told apart", count, kMaxClasses));
  }
  return count;
}

std::vector<std::int32_t> best_class_of_rows(const RowsOf<float>& logits) {
  std::vector<std::int32_t> best(static_cast<std::size_t>(logits.rows()));
  for (Eigen::Index row = 0; row < logits.rows(); ++row) {
    Eigen::Index column = 0;
    logits.row(row).maxCoeff(&column);
    best[static_cast<std::size_t>(row)] = static_cast<std::int32_t>(column);
  }
  return best;
}

}  // namespace

TrainingSplit hold_out(std::span<const std::int32_t> classes, std::span<const NodeIndex> nodes, double share,
                       std::uint64_t seed) {
  std::vector<NodeIndex> order(nodes.begin(), nodes.end());
  const KeyedRandom random(seed, Purpose::kGnnSplit);
  std::ranges::sort(order, {},
                    [&](NodeIndex node) { return std::pair(classes[node], std::pair(random.bits(node, 0), node)); });
  TrainingSplit split;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool passes = std::floor(share * static_cast<double>(i + 1)) > std::floor(share * static_cast<double>(i));
    (passes && i > 0 ? split.validation : split.train).push_back(order[i]);
  }
  std::ranges::sort(split.train);
  std::ranges::sort(split.validation);
  return split;
}

GnnResult train_gnn(GnnKind kind, const Graph& graph, const Attributes& features, std::span<const std::int32_t> classes,
                    const TrainingSplit& split, const GnnConfig& config, std::uint64_t seed,
                    const RunContext& context) {
  require_possible(config);
  const GnnShape shape{kind, features.width, config.hidden, class_count(graph, classes, split)};
  GnnNetwork<float> network(shape, graph, features, config.row_scale, context.threads);
  std::vector<float> weights = network.initial_weights(seed);
  std::vector<float> gradient(weights.size());
  Adam<float> adam(weights.size(), config.learning_rate);

  GnnResult result;
  result.validation_loss = std::numeric_limits<double>::infinity();
  for (std::uint32_t epoch = 1; epoch <= config.max_epochs; ++epoch) {
    const Dropout dropout{config.dropout, seed, epoch};
    (void)network.loss_and_gradient(weights, classes, split.train, dropout, config.weight_decay, gradient);
    adam.step(weights, gradient, context.threads);
    result.epochs = epoch;
    context.advance(static_cast<double>(epoch) / config.max_epochs);
    if (split.validation.empty()) {
      continue;
    }
    const RowsOf<float> logits = network.logits(weights);
    const double loss = cross_entropy(logits, classes, split.validation);
    if (loss < result.validation_loss) {
      result.validation_loss = loss;
      result.best_epoch = epoch;
      result.predictions = best_class_of_rows(logits);
    } else if (epoch - result.best_epoch >= config.patience) {
      break;
    }
  }
  if (result.predictions.empty()) {
    result.best_epoch = result.epochs;
    result.validation_loss = 0.0;
    result.predictions = best_class_of_rows(network.logits(weights));
  }
  return result;
}

std::vector<std::int32_t> train_and_predict(GnnKind kind, const Graph& graph, const Attributes& features,
                                            std::span<const std::int32_t> classes, std::span<const NodeIndex> train,
                                            const GnnConfig& config, std::uint64_t seed, const RunContext& context) {
  require_possible(config);
  (void)class_count(graph, classes, {{train.begin(), train.end()}, {}});
  const TrainingSplit split = hold_out(classes, train, config.validation_share, seed);
  return train_gnn(kind, graph, features, classes, split, config, seed, context).predictions;
}

}  // namespace columnar
