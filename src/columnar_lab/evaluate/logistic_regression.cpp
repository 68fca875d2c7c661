#include "columnar_lab/evaluate/logistic_regression.hpp"

#include <fmt/format.h>
#include <linear.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <string_view>

#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

struct FreeModel {
  void operator()(model* m) const noexcept { free_and_destroy_model(&m); }
};
using ModelPtr = std::unique_ptr<model, FreeModel>;

/// The progress of the one fit that runs on this thread. LIBLINEAR trains class after class and says so only in what it
/// prints: the first iteration of a class means that those before it are done. A step may be tried twice, so the count
/// is about right.
class ClassesHeard {
 public:
  ClassesHeard(const ShareSink& progress, std::size_t classes) : progress_(progress), classes_(classes) {
    listening = this;
  }
  ~ClassesHeard() { listening = nullptr; }
  ClassesHeard(const ClassesHeard&) = delete;
  ClassesHeard& operator=(const ClassesHeard&) = delete;
  ClassesHeard(ClassesHeard&&) = delete;
  ClassesHeard& operator=(ClassesHeard&&) = delete;

  /// All classes are learned. Throws what the sink threw since: LIBLINEAR would not free its memory.
  void end() const {
    if (stopped_) {
      std::rethrow_exception(stopped_);
    }
    if (progress_) {
      progress_(1.0);
    }
  }

  /// What LIBLINEAR prints, in place of standard output.
  static void hear(const char* text) {
    if (listening != nullptr && std::string_view(text).starts_with("iter  1 ")) {
      listening->begin_class();
    }
  }

 private:
  void begin_class() {
    const std::size_t done = std::min(begun_++, classes_ - 1);
    if (!progress_ || stopped_ || done == 0) {
      return;
    }
    try {
      progress_(static_cast<double>(done) / static_cast<double>(classes_));
    } catch (...) {
      stopped_ = std::current_exception();
    }
  }

  static thread_local ClassesHeard* listening;

  const ShareSink& progress_;
  std::size_t classes_;
  std::size_t begun_ = 0;
  std::exception_ptr stopped_;
};

thread_local ClassesHeard* ClassesHeard::listening = nullptr;

/// LIBLINEAR prints to stdout through one process-wide function; a library must not print.
void silence_liblinear() {
  static std::once_flag once;
  std::call_once(once, [] { set_print_string_function(ClassesHeard::hear); });
}

void require_positive(double value, const char* name) {
  if (!(value > 0.0) || !std::isfinite(value)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be positive and finite, not {}", name, value));
  }
}

/// LIBLINEAR trusts its input: an index past the width would write outside the weights.
void require_sound_row(const SparseRows& rows, std::size_t row) {
  if (row >= rows.row_count()) {
    throw Error(ErrorCode::kInput, fmt::format("features: there is no row {} among {}", row, rows.row_count()));
  }
  const std::uint64_t begin = rows.offsets[row];
  const std::uint64_t end = rows.offsets[row + 1];
  if (begin > end || end > rows.indices.size() || (!rows.values.empty() && end > rows.values.size())) {
    throw Error(ErrorCode::kInput, fmt::format("features: row {} lies outside the matrix", row));
  }
  for (std::uint64_t i = begin; i < end; ++i) {
    if (rows.indices[i] >= rows.width || (i > begin && rows.indices[i] <= rows.indices[i - 1])) {
      throw Error(ErrorCode::kInput,
                  fmt::format("features: row {}: indices are not ascending below {}", row, rows.width));
    }
    if (!rows.values.empty() && !std::isfinite(rows.values[i])) {
      throw Error(ErrorCode::kInput, fmt::format("features: row {}: a value is not finite", row));
    }
  }
}

/// The training rows in LIBLINEAR's layout: one block of nodes, each row closed by the bias and a node of index -1.
class Problem {
 public:
  Problem(const SparseRows& rows, std::span<const NodeIndex> train) {
    std::size_t total = 0;
    for (const NodeIndex row : train) {
      require_sound_row(rows, row);
      total += rows.offsets[row + 1] - rows.offsets[row] + 2;
    }
    nodes_.reserve(total);  // the row pointers below rely on it: no push_back may move the block
    starts_.reserve(train.size());
    targets_.resize(train.size());
    const int bias_index = static_cast<int>(rows.width) + 1;  // LIBLINEAR counts features from 1
    for (const NodeIndex row : train) {
      starts_.push_back(nodes_.data() + nodes_.size());
      for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        const double value = rows.values.empty() ? 1.0 : static_cast<double>(rows.values[i]);
        nodes_.push_back({static_cast<int>(rows.indices[i]) + 1, value});
      }
      nodes_.push_back({bias_index, 1.0});
      nodes_.push_back({-1, 0.0});
    }
    view_ = {static_cast<int>(train.size()), bias_index, targets_.data(), starts_.data(), 1.0};
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  Problem(Problem&&) = delete;
  Problem& operator=(Problem&&) = delete;
  ~Problem() = default;

  [[nodiscard]] const problem& get() const noexcept { return view_; }
  /// What is learned of each row, in the order of `train`.
  [[nodiscard]] std::vector<double>& targets() noexcept { return targets_; }

 private:
  std::vector<feature_node> nodes_;
  std::vector<feature_node*> starts_;
  std::vector<double> targets_;
  problem view_{};
};

void require_sound_training(const SparseRows& rows, std::span<const NodeIndex> train, const LogisticOptions& options) {
  require_positive(options.cost, "cost");
  require_positive(options.tolerance, "tolerance");
  constexpr std::size_t kLimit = std::numeric_limits<int>::max() - 2;
  if (train.empty()) {
    throw Error(ErrorCode::kInput, "features: no row to train on");
  }
  if (train.size() > kLimit || rows.width > kLimit) {
    throw Error(ErrorCode::kInput,
                fmt::format("features: {} × {} is too large for LIBLINEAR", train.size(), rows.width));
  }
}

[[noreturn]] void fail_without_class(NodeIndex row) {
  throw Error(ErrorCode::kInput, fmt::format("features: row {} has no class to learn", row));
}

ModelPtr train_on(const Problem& problem, const LogisticOptions& options) {
  parameter how{};
  how.solver_type = L2R_LR;
  how.C = options.cost;
  how.eps = options.tolerance;
#if LIBLINEAR_VERSION >= 240
  how.regularize_bias = 1;  // as older versions always did
#endif
  silence_liblinear();
  if (const char* complaint = check_parameter(&problem.get(), &how); complaint != nullptr) {
    throw Error(ErrorCode::kConfig, fmt::format("logistic regression: {}", complaint));
  }
  return ModelPtr(::train(&problem.get(), &how));
}

}  // namespace

SparseRows rows_of(const SdrTable& table) {
  check_codes(table, "codes", ErrorCode::kInput);
  SparseRows rows;
  rows.width = table.shape.width();
  rows.indices.assign(table.bits.begin(), table.bits.end());
  rows.offsets.resize(table.size() + 1);
  for (std::size_t row = 0; row <= table.size(); ++row) {
    rows.offsets[row] = static_cast<std::uint64_t>(row) * table.shape.active();
  }
  return rows;
}

SparseRows rows_of(const DenseTable& table) {
  const std::size_t width = table.dimensions;
  if (width == 0 || table.values.size() != table.size() * width) {
    throw Error(ErrorCode::kInput, fmt::format("vectors: {} floats are no {} vectors of {}", table.values.size(),
                                               table.size(), table.dimensions));
  }
  SparseRows rows;
  rows.width = table.dimensions;
  rows.values = table.values;
  rows.indices.resize(table.values.size());
  rows.offsets.resize(table.size() + 1);
  for (std::size_t i = 0; i < rows.indices.size(); ++i) {
    rows.indices[i] = static_cast<std::uint32_t>(i % width);
  }
  for (std::size_t row = 0; row <= table.size(); ++row) {
    rows.offsets[row] = row * width;
  }
  return rows;
}

SparseRows rows_of(const Embedding& embedding) {
  return std::visit([](const auto& table) { return rows_of(table); }, embedding);
}

LogisticRegression LogisticRegression::fit(const SparseRows& rows, std::span<const std::int32_t> classes,
                                           std::span<const NodeIndex> train, const LogisticOptions& options) {
  require_sound_training(rows, train, options);
  for (const NodeIndex row : train) {
    if (row >= classes.size() || classes[row] < 0) {
      fail_without_class(row);
    }
  }
  LogisticRegression result;
  result.width_ = rows.width;
  for (const NodeIndex row : train) {
    result.classes_.push_back(classes[row]);
  }
  std::ranges::sort(result.classes_);
  result.classes_.erase(std::unique(result.classes_.begin(), result.classes_.end()), result.classes_.end());

  const std::size_t features = std::size_t{rows.width} + 1;
  const std::size_t class_count = result.classes_.size();
  result.weights_.assign(features * class_count, 0.0);
  if (class_count == 1) {
    if (options.progress) {
      options.progress(1.0);
    }
    return result;
  }

  Problem training(rows, train);
  std::ranges::transform(train, training.targets().begin(), [&](NodeIndex row) { return classes[row]; });
  const ClassesHeard heard(options.progress, class_count);
  const ModelPtr trained = train_on(training, options);
  heard.end();

  // LIBLINEAR lists classes by first appearance, and keeps one column of weights for two of them.
  for (std::size_t c = 0; c < class_count; ++c) {
    const auto place = static_cast<std::size_t>(
        std::ranges::lower_bound(result.classes_, static_cast<std::int32_t>(trained->label[c])) -
        result.classes_.begin());
    for (std::size_t f = 0; f < features; ++f) {
      const double two_class = c == 0 ? trained->w[f] : -trained->w[f];
      result.weights_[f * class_count + place] = class_count == 2 ? two_class : trained->w[f * class_count + c];
    }
  }
  return result;
}

LogisticRegression LogisticRegression::fit(const SparseRows& rows, const ClassSets& sets,
                                           std::span<const NodeIndex> train, const LogisticOptions& options) {
  require_sound_training(rows, train, options);
  for (const NodeIndex row : train) {
    if (row >= sets.node_count() || sets.of(row).empty()) {
      fail_without_class(row);
    }
  }
  const std::size_t features = std::size_t{rows.width} + 1;
  const std::size_t class_count = sets.names.size();
  LogisticRegression result;
  result.width_ = rows.width;
  result.classes_.resize(class_count);
  std::iota(result.classes_.begin(), result.classes_.end(), 0);
  result.weights_.assign(features * class_count, 0.0);
  Problem training(rows, train);
  for (std::size_t c = 0; c < class_count; ++c) {
    const auto has_class = [&](NodeIndex row) {
      return std::ranges::binary_search(sets.of(row), static_cast<std::int32_t>(c)) ? 1.0 : 0.0;
    };
    std::ranges::transform(train, training.targets().begin(), has_class);
    if (std::ranges::count(training.targets(), training.targets().front()) == std::ssize(train)) {
      const double infinity = std::numeric_limits<double>::infinity();
      result.weights_[(features - 1) * class_count + c] = training.targets().front() > 0.0 ? infinity : -infinity;
      continue;
    }
    const ModelPtr trained = train_on(training, options);
    if (options.progress) {
      options.progress(static_cast<double>(c + 1) / static_cast<double>(class_count));
    }
    const double sign = trained->label[0] == 1 ? 1.0 : -1.0;
    for (std::size_t f = 0; f < features; ++f) {
      result.weights_[f * class_count + c] = sign * trained->w[f];
    }
  }
  return result;
}

std::vector<double> LogisticRegression::decision_values(const SparseRows& rows, std::size_t row) const {
  if (rows.width != width_) {
    throw Error(ErrorCode::kInput, fmt::format("features: {} wide, but the model learned {}", rows.width, width_));
  }
  require_sound_row(rows, row);
  const std::size_t class_count = classes_.size();
  const auto bias = weights_.end() - static_cast<std::ptrdiff_t>(class_count);
  std::vector<double> sums(bias, weights_.end());
  for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
    const double value = rows.values.empty() ? 1.0 : static_cast<double>(rows.values[i]);
    const double* weights = weights_.data() + std::size_t{rows.indices[i]} * class_count;
    for (std::size_t c = 0; c < class_count; ++c) {
      sums[c] += weights[c] * value;
    }
  }
  return sums;
}

std::int32_t LogisticRegression::predict(const SparseRows& rows, std::size_t row) const {
  const std::vector<double> values = decision_values(rows, row);
  return classes_[static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())];
}

}  // namespace columnar
