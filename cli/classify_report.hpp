#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar_lab/report/classify_experiment.hpp"

namespace columnar::cli {

/// One row a method; and how accuracy and macro-F1 grow with the share of training nodes, where that was measured. Each
/// with the median C where it was `chosen`, not given.
[[nodiscard]] std::string comparison_text(const std::vector<ClassifyResult>& results, bool chosen);
[[nodiscard]] std::string fractions_text(const std::vector<ClassifyResult>& results, bool chosen);

/// One line about nodes without a label and labels without a node, if there are any: the labels may be those of another
/// graph.
[[nodiscard]] std::optional<std::string> partial_labels_note(const ClassifyResult& result);

/// One line about classes with fewer nodes than there are folds, if there are any.
[[nodiscard]] std::optional<std::string> small_classes_note(const ClassificationReport& report, std::int32_t folds);

}  // namespace columnar::cli
