#include "columnar_lab/evaluate/classify.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/core/parallel.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"

namespace columnar {
namespace {

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double accuracy_of(const ConfusionMatrix& confusion) {
  std::uint64_t right = 0;
  std::uint64_t all = 0;
  for (std::size_t truth = 0; truth < confusion.classes; ++truth) {
    right += confusion.at(truth, truth);
    for (std::size_t answer = 0; answer < confusion.classes; ++answer) {
      all += confusion.at(truth, answer);
    }
  }
  return ratio(right, all);
}

double majority_rate_of(const ConfusionMatrix& confusion) {
  std::uint64_t largest = 0;
  std::uint64_t all = 0;
  for (const ClassScore& score : class_scores(confusion)) {
    largest = std::max(largest, score.support);
    all += score.support;
  }
  return ratio(largest, all);
}

std::vector<ClassScore> class_scores(const ConfusionMatrix& confusion) {
  std::vector<ClassScore> scores(confusion.classes);
  for (std::size_t c = 0; c < confusion.classes; ++c) {
    std::uint64_t answered = 0;
    for (std::size_t other = 0; other < confusion.classes; ++other) {
      scores[c].support += confusion.at(c, other);
      answered += confusion.at(other, c);
    }
    const std::uint64_t right = confusion.at(c, c);
    scores[c].precision = ratio(right, answered);
    scores[c].recall = ratio(right, scores[c].support);
    scores[c].f1 = ratio(2 * right, scores[c].support + answered);
  }
  return scores;
}

double macro_f1_of(const ConfusionMatrix& confusion) {
  const std::vector<ClassScore> scores = class_scores(confusion);
  double sum = 0.0;
  std::size_t occurring = 0;
  for (std::size_t c = 0; c < confusion.classes; ++c) {
    bool occurs = scores[c].support > 0;
    for (std::size_t truth = 0; truth < confusion.classes && !occurs; ++truth) {
      occurs = confusion.at(truth, c) > 0;
    }
    if (occurs) {
      sum += scores[c].f1;
      ++occurring;
    }
  }
  return occurring == 0 ? 0.0 : sum / static_cast<double>(occurring);
}

MeanSd mean_and_sd(std::span<const double> values) {
  if (values.empty()) {
    return {};
  }
  const auto count = static_cast<double>(values.size());
  double mean = 0.0;
  for (const double value : values) {
    mean += value / count;
  }
  double squares = 0.0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  return {mean, values.size() < 2 ? std::nullopt : std::optional(std::sqrt(squares / (count - 1.0)))};
}

ClassificationReport report_of_answers(const Labels& labels, const Folds& folds,
                                       std::span<const std::int32_t> answers) {
  ClassificationReport report;
  report.class_names = labels.names;
  report.confusion = ConfusionMatrix(labels.names.size());
  for (std::int32_t fold = 0; fold < folds.count; ++fold) {
    ConfusionMatrix of_fold(labels.names.size());
    for (const NodeIndex node : folds.test_nodes(fold)) {
      const auto truth = static_cast<std::size_t>(labels.classes[node]);
      const auto answer = static_cast<std::size_t>(answers[node]);
      ++of_fold.at(truth, answer);
      ++report.confusion.at(truth, answer);
      ++report.labelled_nodes;
    }
    report.fold_accuracy.push_back(accuracy_of(of_fold));
    report.fold_macro_f1.push_back(macro_f1_of(of_fold));
  }
  report.accuracy = mean_and_sd(report.fold_accuracy);
  report.macro_f1 = mean_and_sd(report.fold_macro_f1);
  report.per_class = class_scores(report.confusion);
  report.majority_rate = majority_rate_of(report.confusion);
  return report;
}

ClassificationReport classify(const SparseRows& rows, const Labels& labels, const ClassifyOptions& options) {
  require_labels_for(labels, rows.row_count());
  require_classes(labels);
  const Folds folds = stratified_folds(labels.classes, options.folds, options.seed, labels.place);
  const std::vector<std::vector<NodeIndex>> training_sets = folds.training_sets();
  FitProgress progress(options.progress, training_sets.size() * (1 + cost_fits(options.cost)));
  const std::vector<double> costs = training_costs(
      rows, labels.classes, training_sets, {options.cost, options.tolerance, options.seed, options.threads, &progress});

  // Each fold is answered by a model of all the others. Folds share no node, so neither do the writes.
  std::vector<std::int32_t> answers(labels.classes.size(), Labels::kUnknown);
  parallel_blocks(options.threads, training_sets.size(), 1, [&](std::size_t fold, std::size_t) {
    const auto model = LogisticRegression::fit(rows, labels.classes, training_sets[fold],
                                               {costs[fold], options.tolerance, progress.one_fit()});
    for (const NodeIndex node : folds.test_nodes(static_cast<std::int32_t>(fold))) {
      answers[node] = model.predict(rows, node);
    }
  });
  ClassificationReport report = report_of_answers(labels, folds, answers);
  report.fold_cost = costs;
  return report;
}

ClassificationReport classify(const SdrTable& table, const Labels& labels, const ClassifyOptions& options) {
  return classify(rows_of(table), labels, options);
}

ClassificationReport classify(const Embedding& embedding, const Labels& labels, const ClassifyOptions& options) {
  return classify(rows_of(embedding), labels, options);
}

}  // namespace columnar
