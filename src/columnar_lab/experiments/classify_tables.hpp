#pragma once

#include <string>
#include <vector>

#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/classify_fractions.hpp"
#include "columnar_lab/evaluate/classify_sets.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"
#include "columnar_lab/experiments/option.hpp"

/// The tables of `evaluate classify`.

namespace columnar {

/// An embedding or a supervised network, and what was found for each of its files; a network counts as one.
struct MeasuredMethod {
  std::string name;
  std::vector<ClassificationReport> files = {};
  std::vector<std::vector<FractionScore>> fractions = {};  ///< [file][share]; none where shares are not measured
  std::vector<std::vector<SetsScore>> sets = {};           ///< the same where nodes have several classes
};

/// Accuracy over all folds.
[[nodiscard]] SeedTable accuracy_table(const std::vector<MeasuredMethod>& methods, const Options& options);

/// The same, trained on a share of the nodes.
[[nodiscard]] SeedTable fractions_table(const std::vector<MeasuredMethod>& methods, const Options& options);

/// The protocol of DeepWalk, for nodes with several classes.
[[nodiscard]] SeedTable sets_table(const std::vector<MeasuredMethod>& methods);

/// Figures of each class.
[[nodiscard]] SeedTable classes_table(const ClassificationReport& report);

/// Which classes are taken for which. The keys begin with a word of their own: a class may be called "name".
[[nodiscard]] SeedTable confusion_table(const ClassificationReport& report);

}  // namespace columnar
