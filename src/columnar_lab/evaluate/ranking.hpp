#pragma once

#include <span>
#include <vector>

/// How well scores rank true items above the rest. Both equal scikit-learn's functions of the same names.

namespace columnar {

/// The probability that a true item scores higher than a false one, ties counting half: the area under the ROC curve.
///
/// Exact: counted in integers, not by trapezoids. Throws Error(kInput) if the sizes differ, one of the
/// two kinds does not occur or a score is NaN.
[[nodiscard]] double roc_auc(std::span<const double> scores, const std::vector<bool>& truth);

/// Average precision: Σ (R_i − R_{i−1}) · P_i over the distinct scores from the highest down, where P_i and R_i are
/// precision and recall of all items that score at least that much. Items of equal score enter together, so their order
/// does not matter; there is no interpolation. Throws like roc_auc.
[[nodiscard]] double average_precision(std::span<const double> scores, const std::vector<bool>& truth);

}  // namespace columnar
