#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/evaluate/classify.hpp"
#include "columnar/evaluate/classify_fractions.hpp"
#include "reports.hpp"

namespace columnar::cli {

/// How one method fared: one file, or several of which the figures are the mean and sd.
struct ClassifyResult {
  std::string name;
  std::string kind;  ///< "28 of 1,800 bits"
  bool is_codes = true;
  std::string summary;  ///< of the first file: one line
  std::vector<std::string> files;
  std::size_t nodes = 0;
  std::vector<ClassificationReport> reports;          ///< one a file
  std::vector<std::vector<FractionScore>> fractions;  ///< one a file, or none at all
  double seconds = 0.0;

  /// Over the folds of a single file, else over the files.
  [[nodiscard]] MeanSd accuracy() const;
  [[nodiscard]] MeanSd macro_f1() const;
};

/// One row a method; and how accuracy and macro-F1 grow with the share of training nodes, where that was measured.
[[nodiscard]] std::string comparison_text(const std::vector<ClassifyResult>& results);
[[nodiscard]] std::string fractions_text(const std::vector<ClassifyResult>& results);
[[nodiscard]] Json classify_json(const ClassifyResult& result);

/// One line about classes with fewer nodes than there are folds, if there are any.
[[nodiscard]] std::optional<std::string> small_classes_note(const ClassificationReport& report, std::int32_t folds);

}  // namespace columnar::cli
