#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph/class_sets.hpp"
#include "columnar/node_ids.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/fit_progress.hpp"

namespace columnar {

/// Feature rows in compressed sparse form: row r holds indices[offsets[r] .. offsets[r + 1]), strictly ascending and
/// below width. A code is a row of ones and needs no values; a dense row lists every index with its value.
struct SparseRows {
  std::vector<std::uint64_t> offsets{0};  ///< rows + 1
  std::vector<std::uint32_t> indices;
  std::vector<float> values;  ///< parallel to indices; empty when every value is 1
  std::uint32_t width = 0;

  [[nodiscard]] std::size_t row_count() const noexcept { return offsets.size() - 1; }
};

/// The codes as feature rows, one per node, in table order.
[[nodiscard]] SparseRows rows_of(const SdrTable& table);
/// Vectors as feature rows, with every value unchanged. Throws Error(kInput) if a table does not match its stated size.
[[nodiscard]] SparseRows rows_of(const DenseTable& table);
[[nodiscard]] SparseRows rows_of(const Embedding& embedding);

struct LogisticOptions {
  /// C: the weight of the log-losses against ½|w|². The paper's protocol and the usual default.
  double cost = 1.0;
  /// LIBLINEAR's eps: training ends once |gradient| ≤ eps · max(1, min(positives, negatives)) / rows · |gradient at 0|.
  /// scikit-learn's default, a hundred times finer than LIBLINEAR's own: two programs that share it give the same
  /// folds.
  double tolerance = 1e-4;
  ShareSink progress = {};  ///< told after each class, on the thread that fits
};

/// L2-regularised logistic regression, one against the rest, as a plain table of weights.
class LogisticRegression {
 public:
  /// Learns classes[row] for the rows in `train`, by LIBLINEAR's primal trust-region Newton solver (L2R_LR),
  /// which draws no random numbers. A constant feature of value 1 is appended for the bias and regularised like any
  /// other. If only one class occurs, the model always predicts it.
  ///
  /// Thread-safe. Throws Error(kConfig) for a cost or tolerance that is not positive and finite,
  /// Error(kInput) for malformed rows, an empty `train`, a negative class, or sizes beyond LIBLINEAR's 32-bit integers.
  [[nodiscard]] static LogisticRegression fit(const SparseRows& rows, std::span<const std::int32_t> classes,
                                              std::span<const NodeIndex> train, const LogisticOptions& options = {});

  /// The same where a row may have several classes: each of sets.names against the rest. A class that no row of `train`
  /// has gets minus infinity as its decision value, one that all have infinity.
  [[nodiscard]] static LogisticRegression fit(const SparseRows& rows, const ClassSets& sets,
                                              std::span<const NodeIndex> train, const LogisticOptions& options = {});

  /// The class with the highest decision value; ties go to the lowest class. `row` must be a row of a matrix as
  /// wide as the training matrix.
  [[nodiscard]] std::int32_t predict(const SparseRows& rows, std::size_t row) const;

  /// w_c · x + b_c for each class of classes().
  [[nodiscard]] std::vector<double> decision_values(const SparseRows& rows, std::size_t row) const;

  /// The classes seen in training, ascending; of sets, all.
  [[nodiscard]] const std::vector<std::int32_t>& classes() const noexcept { return classes_; }

 private:
  std::uint32_t width_ = 0;
  std::vector<std::int32_t> classes_;
  std::vector<double> weights_;  ///< (width + 1) × classes, row major; the last row is the bias
};

}  // namespace columnar
