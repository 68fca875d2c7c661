#include "columnar_lab/baselines/node2vec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/alias_table.hpp"
#include "columnar_lab/baselines/logistic_step.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/baselines/skip_gram_pairs.hpp"

namespace columnar {
namespace {

/// Parts of the nodes: as many threads can work at a time. None of these may depend on the number of threads.
constexpr std::size_t kParts = 8;
/// Below, a part would hold too few nodes to draw noise from.
constexpr std::size_t kLeastNodesInParts = 1024;
/// Pairs that are grouped at a time, about: few enough for the order of the walks to hold roughly, enough to keep
/// all threads busy between two barriers.
constexpr std::size_t kPairsPerChunk = std::size_t{1} << 19U;
/// Portions of a chunk that are grouped side by side.
constexpr std::size_t kPortions = 8;

struct Pair {
  std::uint32_t input;
  std::uint32_t output;
};

/// Where each node's vectors lie: nodes in a random order, cut into parts of equal size, so that hubs spread.
struct Parts {
  std::size_t count = 1;
  std::size_t size = 0;  ///< places in each part but the last
  std::vector<NodeIndex> place_of;

  [[nodiscard]] std::size_t part_of(std::size_t place) const noexcept { return place / size; }
};

Parts deal_nodes(std::size_t nodes, std::uint64_t seed) {
  Parts parts;
  parts.count = nodes < kLeastNodesInParts ? 1 : kParts;
  parts.size = (nodes + parts.count - 1) / parts.count;
  parts.place_of.resize(nodes);
  std::iota(parts.place_of.begin(), parts.place_of.end(), NodeIndex{0});
  const KeyedRandom random(seed, Purpose::kVectorStart);
  constexpr std::uint64_t kKey = ~std::uint64_t{0};  // no node has this number
  keyed_shuffle(std::span(parts.place_of), random, kKey);
  return parts;
}

/// The noise of each part: places of the part in proportion to count^¾.
std::vector<AliasTable> noise_of(const std::vector<std::uint64_t>& counts, const Parts& parts) {
  constexpr double kPower = 0.75;
  std::vector<double> weights(counts.size());
  for (std::size_t v = 0; v < counts.size(); ++v) {
    weights[parts.place_of[v]] = std::pow(static_cast<double>(counts[v]), kPower);
  }
  std::vector<AliasTable> noise;
  for (std::size_t first = 0; first < weights.size(); first += parts.size) {
    noise.emplace_back(std::span(weights).subspan(first, std::min(parts.size, weights.size() - first)));
  }
  return noise;
}

/// Training, chunk by chunk of the walks.
class SkipGram {
 public:
  SkipGram(const Walks& walks, std::uint32_t window, std::size_t nodes, const BaselineConfig& config,
           std::uint64_t seed)
      : walks_(walks),
        window_(window),
        config_(config),
        parts_(deal_nodes(nodes, seed)),
        noise_(noise_of(count_nodes(walks, nodes), parts_)),
        order_(shuffled_walks(walks, seed)),
        window_random_(seed, Purpose::kSkipGramWindow),
        noise_random_(seed, Purpose::kNegativeSample),
        inputs_(first_vectors(parts_.place_of, config.dimensions, seed, 0)),
        outputs_(RowMatrix::Zero(inputs_.rows(), inputs_.cols())),
        groups_(kPortions) {
    for (auto& portion : groups_) {
      portion.resize(parts_.count * parts_.count);
    }
  }

  void run(const RunContext& context) {
    const std::size_t reach = std::min<std::size_t>(window_, walks_.length);
    const std::size_t chunk = std::max<std::size_t>(1, kPairsPerChunk / (walks_.length * (reach + 1)));
    const std::size_t chunks = (order_.size() + chunk - 1) / chunk;
    const auto steps = static_cast<double>(chunks * config_.epochs);
    for (std::uint64_t step = 0; step < chunks * config_.epochs; ++step) {
      const std::size_t first = step % chunks * chunk;
      group_pairs(std::span(order_).subspan(first, std::min(chunk, order_.size() - first)), step / chunks,
                  context.threads);
      // Groups (i, i + shift) share no part, so no two of them touch the same vector.
      const float rate = falling_rate(config_.learning_rate, static_cast<double>(step) / steps);
      for (std::size_t shift = 0; shift < parts_.count; ++shift) {
        parallel_blocks(context.threads, parts_.count, 1, [&](std::size_t part, std::size_t /*end*/) {
          train_group(part, (part + shift) % parts_.count, step, rate);
        });
      }
      context.advance(static_cast<double>(step + 1) / steps);
    }
  }

  [[nodiscard]] DenseTable table(const NodeIds& ids) const {
    return table_of(inputs_, parts_.place_of, ids, config_.dimensions);
  }

 private:
  void group_pairs(std::span<const std::size_t> walks, std::uint64_t epoch, int threads) {
    const std::size_t portion_size = (walks.size() + kPortions - 1) / kPortions;
    parallel_blocks(threads, kPortions, 1, [&](std::size_t portion, std::size_t /*end*/) {
      auto& groups = groups_[portion];
      for (auto& group : groups) {
        group.clear();
      }
      std::vector<NodeIndex> places;
      std::vector<std::size_t> parts;
      const std::size_t begin = std::min(walks.size(), portion * portion_size);
      for (const std::size_t w : walks.subspan(begin, std::min(portion_size, walks.size() - begin))) {
        places.clear();
        parts.clear();
        for (const NodeIndex v : walks_.walk(w)) {
          places.push_back(parts_.place_of[v]);
          parts.push_back(parts_.part_of(places.back()));
        }
        for_each_skip_gram_pair(
            places.size(), window_, window_random_, w, epoch, [&](std::size_t input, std::size_t output) {
              groups[parts[input] * parts_.count + parts[output]].push_back({places[input], places[output]});
            });
      }
    });
  }

  void train_group(std::size_t input_part, std::size_t output_part, std::uint64_t step, float rate) {
    const std::size_t group = input_part * parts_.count + output_part;
    const std::uint64_t key = step * parts_.count * parts_.count + group;
    const AliasTable& noise = noise_[output_part];
    const auto first = static_cast<std::uint32_t>(output_part * parts_.size);
    const auto width = static_cast<std::size_t>(inputs_.cols());
    with_logistic_step(width, [&](auto logistic_step) {
      std::vector<LogisticTarget> targets(config_.negatives + 1);
      std::uint64_t draw = 0;
      for (const auto& portion : groups_) {
        for (const Pair& pair : portion[group]) {
          targets[0] = {pair.output, 1.0F};
          std::size_t count = 1;
          for (std::uint32_t k = 0; k < config_.negatives; ++k) {
            const std::uint32_t other = first + noise.pick(noise_random_.bits(key, draw++));
            targets[count] = {other, 0.0F};
            count += other != pair.output ? 1 : 0;
          }
          logistic_step(inputs_.data() + pair.input * width, outputs_.data(), std::span(targets).first(count), rate);
        }
      }
    });
  }

  const Walks& walks_;
  std::uint32_t window_;
  const BaselineConfig& config_;
  Parts parts_;
  std::vector<AliasTable> noise_;  ///< of each part
  std::vector<std::size_t> order_;
  KeyedRandom window_random_;
  KeyedRandom noise_random_;
  RowMatrix inputs_;
  RowMatrix outputs_;
  std::vector<std::vector<std::vector<Pair>>> groups_;  ///< [portion][input part · parts + output part]
};

}  // namespace

DenseTable skip_gram(const Walks& walks, std::uint32_t window, const NodeIds& ids, const BaselineConfig& config,
                     std::uint64_t seed, const RunContext& context) {
  validate(config, ids.size());
  validate(WalkConfig{.window = window});
  SkipGram training(walks, window, ids.size(), config, seed);
  training.run(context);
  return training.table(ids);
}

DenseTable node2vec(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config, std::uint64_t seed,
                    const RunContext& context) {
  validate(config, graph.node_count());
  validate(walks);
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "node2vec: the graph has no edges");
  }
  return skip_gram(sample_walks(graph, walks, seed, context), walks.window, graph.ids, config, seed, context);
}

Method node2vec_method() {
  return {.name = "node2vec",
          .summary = "Skip-gram with negative sampling over second-order walks (Grover and Leskovec, 2016)",
          .makes_codes = false,
          .constants = {"dimensions", "epochs", "negatives", "learning_rate", "window", "walks_per_node", "walk_length",
                        "return_p", "inout_q"},
          .run = [](const Graph& graph, const Config& config, const BaselineConfig& baseline, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            return run_stage(context, "node2vec",
                             [&] { return node2vec(graph, config.walks, baseline, seed, context); });
          }};
}

}  // namespace columnar
