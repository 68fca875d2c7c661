#include "columnar_lab/evaluate/robustness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/corruption.hpp"
#include "columnar_lab/evaluate/separation.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"

namespace columnar {
namespace {

/// Feature rows of codes that may be damaged, which rows_of() would refuse, and of vectors.
SparseRows plain_rows(const Embedding& embedding) {
  const SdrTable* codes = codes_of(embedding);
  if (codes == nullptr) {
    return rows_of(*vectors_of(embedding));
  }
  SparseRows rows;
  rows.width = codes->shape.width();
  rows.indices.assign(codes->bits.begin(), codes->bits.end());
  for (std::size_t node = 1; node <= codes->size(); ++node) {
    rows.offsets.push_back(node * codes->shape.active());
  }
  return rows;
}

void require_sound(const Embedding& embedding, const Labels& labels, const RobustnessOptions& options) {
  check_embedding(embedding, "embedding");
  require_labels_for(labels, size_of(embedding));
  require_classes(labels);
  if (options.deltas.empty() || options.repeats == 0) {
    throw Error(ErrorCode::kConfig, "robustness: needs at least one delta and one repeat");
  }
  for (const double delta : options.deltas) {
    if (!(delta >= 0.0 && delta < 1.0)) {
      throw Error(ErrorCode::kConfig, fmt::format("delta: must lie in [0, 1), not {}", delta));
    }
  }
}

/// The folds with what each of them learned from whole rows.
class FoldModels {
 public:
  FoldModels(const SparseRows& rows, const Labels& labels, const ClassifyOptions& options)
      : labels_(labels),
        options_(options),
        folds_(stratified_folds(labels.classes, options.folds, options.seed, labels.place)) {
    fit(rows, options.threads);
  }

  void fit(const SparseRows& rows, int threads) {
    const std::vector<std::vector<NodeIndex>> training_sets = folds_.training_sets();
    const std::vector<double> costs = training_costs(rows, labels_.classes, training_sets,
                                                     {options_.cost, options_.tolerance, options_.seed, threads});
    models_.resize(training_sets.size());
    parallel_blocks(threads, models_.size(), 1, [&](std::size_t fold, std::size_t) {
      models_[fold] =
          LogisticRegression::fit(rows, labels_.classes, training_sets[fold], {costs[fold], options_.tolerance});
    });
  }

  /// Mean accuracy of the folds on these rows.
  [[nodiscard]] double accuracy(const SparseRows& rows) const {
    double sum = 0.0;
    for (std::size_t fold = 0; fold < models_.size(); ++fold) {
      const std::vector<NodeIndex> nodes = folds_.test_nodes(static_cast<std::int32_t>(fold));
      const auto right = std::ranges::count_if(
          nodes, [&](NodeIndex node) { return models_[fold].predict(rows, node) == labels_.classes[node]; });
      sum += static_cast<double>(right) / static_cast<double>(nodes.size());
    }
    return sum / static_cast<double>(models_.size());
  }

 private:
  const Labels& labels_;
  ClassifyOptions options_;
  Folds folds_;
  std::vector<LogisticRegression> models_;
};

struct Trial {
  double self_similarity = 0.0;
  double accuracy = 0.0;
  double auc = 0.0;
};

}  // namespace

std::vector<RobustnessPoint> measure_robustness(const Embedding& embedding, const Labels& labels,
                                                const RobustnessOptions& options, const RunContext& context) {
  require_sound(embedding, labels, options);
  const ClassPairs pairs = draw_class_pairs(labels, options.pairs, options.classify.seed);
  if (pairs.same.empty() || pairs.cross.empty()) {
    throw Error(ErrorCode::kInput, labels.place + ": robustness needs pairs of one class and pairs of two");
  }
  const FoldModels clean(plain_rows(embedding), labels, options.classify);

  const std::size_t repeats = options.repeats;
  std::vector<Trial> trials(options.deltas.size() * repeats);
  parallel_blocks(context.threads, trials.size(), 1, [&](std::size_t t, std::size_t) {
    const Embedding damaged = corrupt(
        embedding, {options.deltas[t / repeats], options.classify.seed, static_cast<std::uint32_t>(t % repeats)});
    const SparseRows rows = plain_rows(damaged);
    Trial& trial = trials[t];
    trial.self_similarity = mean_self_similarity(embedding, damaged);
    trial.auc = *measure_separation(RowSimilarity(damaged), pairs).auc;
    if (options.train_damaged) {
      FoldModels own = clean;
      own.fit(rows, 1);
      trial.accuracy = own.accuracy(rows);
    } else {
      trial.accuracy = clean.accuracy(rows);
    }
  });

  std::vector<RobustnessPoint> points;
  for (std::size_t d = 0; d < options.deltas.size(); ++d) {
    std::vector<double> self;
    std::vector<double> accuracy;
    std::vector<double> auc;
    for (std::size_t r = 0; r < repeats; ++r) {
      const Trial& trial = trials[d * repeats + r];
      self.push_back(trial.self_similarity);
      accuracy.push_back(trial.accuracy);
      auc.push_back(trial.auc);
    }
    points.push_back({options.deltas[d], mean_and_sd(self).mean, mean_and_sd(accuracy), mean_and_sd(auc)});
  }
  return points;
}

std::optional<double> Curve::at(double place) const {
  constexpr double kSlack = 1e-9;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i] - place) <= kSlack) {
      return y[i];
    }
    if (i > 0 && x[i - 1] < place && place < x[i]) {
      return y[i - 1] + (y[i] - y[i - 1]) * (place - x[i - 1]) / (x[i] - x[i - 1]);
    }
  }
  return std::nullopt;
}

std::optional<double> overtakes_at(const Curve& mine, const Curve& other) {
  double before = 0.0;
  for (std::size_t i = 0; i < mine.x.size(); ++i) {
    const double lead = mine.y[i] - other.y[i];
    if (lead > 0.0) {
      return i == 0 ? mine.x[0] : mine.x[i - 1] + (mine.x[i] - mine.x[i - 1]) * before / (before - lead);
    }
    before = lead;
  }
  return std::nullopt;
}

std::optional<double> lead_at(double delta, const Curve& mine, const Curve& other) {
  const std::optional<double> here = mine.at(delta);
  const std::optional<double> there = other.at(delta);
  return here && there ? std::optional(100.0 * (*here - *there)) : std::nullopt;
}

}  // namespace columnar
