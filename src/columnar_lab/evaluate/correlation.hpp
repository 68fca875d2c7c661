#pragma once

#include <optional>
#include <span>
#include <vector>

namespace columnar {

/// Pearson's r of two lists of the same length. Empty if there are fewer than two values or one list has no spread.
[[nodiscard]] std::optional<double> pearson(std::span<const float> x, std::span<const float> y);

/// The rank of each value, from 1; equal values share the mean of their ranks. Values must not be NaN.
///
/// Small integers (overlaps, hops, counts) are ranked by counting, others by sorting; the ranks are the same.
[[nodiscard]] std::vector<float> average_ranks(std::span<const float> values);

/// Spearman's rho: Pearson's r of the average ranks.
[[nodiscard]] std::optional<double> spearman(std::span<const float> x, std::span<const float> y);

/// The probability that one of `positive` lies above one of `negative`, ties counting half: the area under the ROC
/// curve, exactly, from the sum of ranks (Mann and Whitney). Empty if one list is.
[[nodiscard]] std::optional<double> ranked_auc(std::span<const float> positive, std::span<const float> negative);

}  // namespace columnar
