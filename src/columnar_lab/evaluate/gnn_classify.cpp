#include "columnar_lab/evaluate/gnn_classify.hpp"

#include <algorithm>
#include <cstddef>

#include "columnar/core/parallel.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"

namespace columnar {

ClassificationReport gnn_classify(GnnKind kind, const Graph& graph, const Attributes& features, const Labels& labels,
                                  const GnnConfig& config, const ClassifyOptions& options, const RunContext& context) {
  require_labels_for(labels, graph.node_count());
  require_classes(labels);
  const Folds folds = stratified_folds(labels.classes, options.folds, options.seed, labels.place);
  std::vector<std::int32_t> answers(labels.classes.size(), Labels::kUnknown);
  const auto answer_fold = [&](std::size_t fold) {
    const auto number = static_cast<std::int32_t>(fold);
    const auto predictions = train_and_predict(kind, graph, features, labels.classes, folds.train_nodes(number), config,
                                               options.seed, RunContext{});
    for (const NodeIndex node : folds.test_nodes(number)) {
      answers[node] = predictions[node];
    }
  };
  // Rounds of one fold a thread: between them this thread, and no other, may report.
  const auto count = static_cast<std::size_t>(folds.count);
  const auto round = static_cast<std::size_t>(std::max(1, context.threads));
  for (std::size_t first = 0; first < count; first += round) {
    const std::size_t size = std::min(round, count - first);
    parallel_blocks(context.threads, size, 1, [&](std::size_t begin, std::size_t) { answer_fold(first + begin); });
    context.advance(static_cast<double>(first + size) / static_cast<double>(count));
  }
  return report_of_answers(labels, folds, answers);
}

}  // namespace columnar
