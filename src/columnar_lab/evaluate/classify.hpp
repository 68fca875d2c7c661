#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"

namespace columnar {

struct ClassifyOptions {
  std::int32_t folds = 5;
  std::optional<double> cost = 1.0;  ///< C of the logistic regression; none: chosen in every fold by training_costs()
  double tolerance = 1e-4;           ///< see LogisticOptions
  std::uint64_t seed = 1;            ///< seed of the fold shuffles, the only randomness of the protocol
  ShareSink progress = {};           ///< told the completed share, on the calling thread
  int threads = 1;                   ///< folds run in parallel; does not change a figure
};

/// Mean and sample standard deviation (divided by count − 1), e.g. over folds. A single value has no standard deviation
/// (absent, not 0).
struct MeanSd {
  double mean = 0.0;
  std::optional<double> sd = std::nullopt;
};

/// Scores of one class over all folds. A ratio with an empty denominator is 0.
struct ClassScore {
  double precision = 0.0;
  double recall = 0.0;
  double f1 = 0.0;
  std::uint64_t support = 0;  ///< labelled nodes of this class
};

/// Rows: true class; columns: predicted class.
struct ConfusionMatrix {
  std::size_t classes = 0;
  std::vector<std::uint64_t> counts;  ///< classes × classes, row major

  explicit ConfusionMatrix(std::size_t class_count = 0) : classes(class_count), counts(class_count * class_count) {}
  [[nodiscard]] std::uint64_t& at(std::size_t truth, std::size_t answer) { return counts[truth * classes + answer]; }
  [[nodiscard]] std::uint64_t at(std::size_t truth, std::size_t answer) const {
    return counts[truth * classes + answer];
  }
};

struct ClassificationReport {
  std::size_t labelled_nodes = 0;
  double majority_rate = 0.0;            ///< share of the most frequent class: the accuracy of always predicting it
  std::vector<std::string> class_names;  ///< as in the labels, including classes without nodes
  MeanSd accuracy;
  MeanSd macro_f1;
  std::vector<double> fold_accuracy;
  std::vector<double> fold_macro_f1;
  std::vector<double> fold_cost;      ///< C of each fold; empty for a network, which has no C
  std::vector<ClassScore> per_class;  ///< parallel to class_names
  ConfusionMatrix confusion;          ///< every labelled node once, from the fold that tested it
};

/// Share of the counted nodes on the diagonal; 0 for an empty matrix.
[[nodiscard]] double accuracy_of(const ConfusionMatrix& confusion);

/// Precision, recall, F1 and support of each class.
[[nodiscard]] std::vector<ClassScore> class_scores(const ConfusionMatrix& confusion);

/// Share of the most frequent true class among the counted nodes; 0 for an empty matrix.
[[nodiscard]] double majority_rate_of(const ConfusionMatrix& confusion);

/// Mean F1 over the classes that occur as truth or as prediction.
[[nodiscard]] double macro_f1_of(const ConfusionMatrix& confusion);

[[nodiscard]] MeanSd mean_and_sd(std::span<const double> values);

/// The report of a cross-validation with known predictions: answers[node] is the class that the model of the node's
/// fold predicted, an index into labels.names. Nodes outside the folds are ignored.
[[nodiscard]] ClassificationReport report_of_answers(const Labels& labels, const Folds& folds,
                                                     std::span<const std::int32_t> answers);

/// The paper's protocol for any features: stratified k-fold cross-validation of a logistic regression on raw rows.
/// Without options.cost each fold chooses its C on its training nodes only.
///
/// Nodes of unknown class are excluded. Throws Error(kInput) if the numbers of rows and labels differ, fewer than two
/// classes occur, fewer nodes than folds are labelled or there are more than 4096 classes (the confusion matrix grows
/// with their square); Error(kConfig) for invalid options.
[[nodiscard]] ClassificationReport classify(const SparseRows& rows, const Labels& labels,
                                            const ClassifyOptions& options = {});

/// The same on the bits of the codes.
[[nodiscard]] ClassificationReport classify(const SdrTable& table, const Labels& labels,
                                            const ClassifyOptions& options = {});

/// The same on codes or vectors.
[[nodiscard]] ClassificationReport classify(const Embedding& embedding, const Labels& labels,
                                            const ClassifyOptions& options = {});

}  // namespace columnar
