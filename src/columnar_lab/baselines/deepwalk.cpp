#include "columnar_lab/baselines/deepwalk.hpp"

#include <numeric>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/huffman.hpp"
#include "columnar_lab/baselines/logistic_step.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/baselines/skip_gram_pairs.hpp"

namespace columnar {

DenseTable hierarchical_skip_gram(const Walks& walks, std::uint32_t window, const NodeIds& ids,
                                  const BaselineConfig& config, std::uint64_t seed, const RunContext& context) {
  constexpr std::uint64_t kWalksPerReport = 4096;
  validate(config, ids.size());
  validate(WalkConfig{.window = window});
  const HuffmanTree tree(count_nodes(walks, ids.size()));
  const std::vector<std::size_t> order = shuffled_walks(walks, seed);
  const KeyedRandom random(seed, Purpose::kSkipGramWindow);
  std::vector<NodeIndex> place_of(ids.size());
  std::iota(place_of.begin(), place_of.end(), NodeIndex{0});
  RowMatrix inputs = first_vectors(place_of, config.dimensions, seed, 0);
  RowMatrix outputs = RowMatrix::Zero(static_cast<Eigen::Index>(tree.inner_count()), inputs.cols());

  const auto width = static_cast<std::size_t>(inputs.cols());
  with_logistic_step(width, [&](auto logistic_step) {
    const std::uint64_t steps = order.size() * std::uint64_t{config.epochs};
    for (std::uint64_t step = 0; step < steps; ++step) {
      const std::size_t w = order[step % order.size()];
      const auto walk = walks.walk(w);
      const double done = static_cast<double>(step) / static_cast<double>(steps);
      const float rate = falling_rate(config.learning_rate, done);
      for_each_skip_gram_pair(
          walk.size(), window, random, w, step / order.size(), [&](std::size_t input, std::size_t output) {
            logistic_step(inputs.data() + walk[input] * width, outputs.data(), tree.path(walk[output]), rate);
          });
      if (step % kWalksPerReport == 0) {
        context.advance(done);
      }
    }
    context.advance(1.0);
  });
  return table_of(inputs, place_of, ids, config.dimensions);
}

DenseTable deepwalk(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config, std::uint64_t seed,
                    const RunContext& context) {
  WalkConfig unbiased = walks;
  unbiased.return_p = 1.0;
  unbiased.inout_q = 1.0;
  validate(config, graph.node_count());
  validate(unbiased);
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "deepwalk: the graph has no edges");
  }
  return hierarchical_skip_gram(sample_walks(graph, unbiased, seed, context), walks.window, graph.ids, config, seed,
                                context);
}

Method deepwalk_method() {
  return {.name = "deepwalk",
          .summary = "Skip-gram with hierarchical softmax over plain walks (Perozzi et al., 2014)",
          .makes_codes = false,
          .constants = {"dimensions", "epochs", "learning_rate", "window", "walks_per_node", "walk_length"},
          .run = [](const Graph& graph, const Config& config, const BaselineConfig& baseline, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            return run_stage(context, "deepwalk",
                             [&] { return deepwalk(graph, config.walks, baseline, seed, context); });
          }};
}

}  // namespace columnar
