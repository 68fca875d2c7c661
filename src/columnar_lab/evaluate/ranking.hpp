#pragma once

#include <span>
#include <vector>

/// How well scores put the true items before the others. Both equal scikit-learn's functions of the same names.

namespace columnar {

/// The chance that a true item scores higher than a false one, ties counting half: the area under the ROC curve.
///
/// Exact: counted in whole numbers, not by a sum over trapezia. Throws Error(kInput) where the sizes differ, one of the
/// two kinds does not occur or a score is not a number.
[[nodiscard]] double roc_auc(std::span<const double> scores, const std::vector<bool>& truth);

/// Average precision: Σ (R_i − R_{i−1}) · P_i over the distinct scores from the highest down, where P_i and R_i are
/// precision and recall of everything that scores at least so much. Items of one score enter together, so their order
/// does not matter; there is no interpolation. Throws as roc_auc does.
[[nodiscard]] double average_precision(std::span<const double> scores, const std::vector<bool>& truth);

}  // namespace columnar
