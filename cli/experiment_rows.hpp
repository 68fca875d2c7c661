#pragma once

#include <optional>
#include <string>
#include <vector>

#include "columnar/evaluate/classify.hpp"
#include "embedding_arguments.hpp"
#include "reports.hpp"

namespace columnar::cli {

/// The rows of a file in the order of `ids`, so that all embeddings of an experiment share pairs, folds and damage.
/// By id or by place, as in_rows_of.
[[nodiscard]] Embedding load_in_rows(const EmbeddingSource& source, const NodeIds& ids);

/// The classes of an embedding's rows, by their ids. Throws Error(kInput) where the rows of vectors are merely numbered
/// and there are labels for other nodes: the rows may be a part of a graph, in its order, and would get the wrong
/// classes.
[[nodiscard]] Labels labels_of_rows(const std::string& labels, const std::string& path, const Embedding& embedding);

/// What --reference names: the first file of the group of that name, else a file.
[[nodiscard]] EmbeddingSource reference_source(const std::string& text, const std::vector<EmbeddingGroup>& groups);

/// One figure over the seeds of a method. A seed for which it is undefined takes no part.
class SeedValues {
 public:
  void add(const std::optional<double>& value);
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
  [[nodiscard]] MeanSd mean_sd() const { return mean_and_sd(values_); }
  /// "0.839", or "0.839 ± 0.012" of more than one; "–" where nothing is defined.
  [[nodiscard]] std::string text(int digits = 3) const;
  /// {"mean": …, "sd": …}, or null.
  [[nodiscard]] Json json() const;

 private:
  std::vector<double> values_;
};

}  // namespace columnar::cli
