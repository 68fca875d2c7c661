#include "columnar_lab/evaluate/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"
#include "columnar_lab/evaluate/ranking.hpp"

namespace columnar {
namespace {

std::vector<NodePair> test_pairs(const EdgeSplit& split) {
  std::vector<NodePair> pairs = split.test_positives;
  pairs.insert(pairs.end(), split.test_negatives.begin(), split.test_negatives.end());
  return pairs;
}

/// The scores of test_pairs, judged.
LinkScore judge(const EdgeSplit& split, std::span<const double> scores) {
  std::vector<bool> truth(scores.size());
  std::fill_n(truth.begin(), split.test_positives.size(), true);
  return {roc_auc(scores, truth), average_precision(scores, truth)};
}

LinkScore learn_and_judge(const EdgeSplit& split, const Embedding& embedding, EdgeOperator edge_operator,
                          const LinkOptions& options) {
  std::vector<NodePair> pairs = split.training_positives;
  pairs.insert(pairs.end(), split.training_negatives.begin(), split.training_negatives.end());
  const std::size_t training = pairs.size();
  const std::vector<NodePair> tests = test_pairs(split);
  pairs.insert(pairs.end(), tests.begin(), tests.end());

  const SparseRows rows = link_features(embedding, pairs, edge_operator);
  std::vector<std::int32_t> linked(training, 0);
  std::fill_n(linked.begin(), split.training_positives.size(), 1);
  std::vector<NodeIndex> train(training);
  std::iota(train.begin(), train.end(), NodeIndex{0});
  const auto model = LogisticRegression::fit(rows, linked, train, {options.cost, options.tolerance});
  std::vector<double> scores;
  scores.reserve(tests.size());
  for (std::size_t row = training; row < pairs.size(); ++row) {
    scores.push_back(model.decision_values(rows, row).back());  // of class 1: linked
  }
  return judge(split, scores);
}

double mean_degree(const Graph& graph, std::span<const NodePair> pairs) {
  double sum = 0.0;
  for (const NodePair pair : pairs) {
    sum += static_cast<double>(graph.degree(pair.u)) + static_cast<double>(graph.degree(pair.v));
  }
  return pairs.empty() ? 0.0 : sum / (2.0 * static_cast<double>(pairs.size()));
}

double share_with_common_neighbour(const Graph& graph, std::span<const NodePair> pairs) {
  const auto found =
      std::ranges::count_if(pairs, [&graph](NodePair pair) { return common_neighbours(graph, pair) > 0; });
  return pairs.empty() ? 0.0 : static_cast<double>(found) / static_cast<double>(pairs.size());
}

}  // namespace

LinkReport measure_links(const EdgeSplit& split, const Embedding& embedding, const LinkOptions& options,
                         const RunContext& context) {
  if (size_of(embedding) != split.residual.node_count()) {
    throw Error(ErrorCode::kInput, fmt::format("embedding: {} rows for a graph of {} nodes", size_of(embedding),
                                               split.residual.node_count()));
  }
  LinkReport report;
  report.direct = judge(split, direct_scores(embedding, test_pairs(split)));
  const DenseTable* vectors = vectors_of(embedding);
  const Embedding scaled = vectors != nullptr ? Embedding(with_equal_lengths(*vectors)) : embedding;
  const bool equal_differences = codes_of(embedding) != nullptr;  // |a − b| = (a − b)² of bits
  const std::size_t to_learn = kEdgeOperators.size() - (equal_differences ? 1 : 0);
  parallel_blocks(context.threads, to_learn, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      report.operators[i] = learn_and_judge(split, scaled, kEdgeOperators[i], options);
    }
  });
  if (equal_differences) {
    report.operators.back() = report.of(EdgeOperator::kWeightedL1);
  }
  return report;
}

LinkScore measure_heuristic(const EdgeSplit& split, LinkHeuristic heuristic) {
  return judge(split, link_scores(split.residual, test_pairs(split), heuristic));
}

LinkDiagnostics diagnose(const EdgeSplit& split) {
  return {share_with_common_neighbour(split.residual, split.test_positives),
          1.0 - share_with_common_neighbour(split.residual, split.test_negatives),
          mean_degree(split.residual, split.test_positives), mean_degree(split.residual, split.test_negatives),
          measure_heuristic(split, LinkHeuristic::kPreferentialAttachment).auc};
}

}  // namespace columnar
