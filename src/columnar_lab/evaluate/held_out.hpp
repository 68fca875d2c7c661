#pragma once

#include <span>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

/// What experiments on nodes that a model never saw share.

namespace columnar {

/// Share of some nodes whose class a classifier tells that learned the others; nodes without a class are left out.
/// Throws Error(kInput) if no node of `test` has one.
[[nodiscard]] double held_out_accuracy(const SparseRows& rows, const Labels& labels, std::span<const NodeIndex> train,
                                       std::span<const NodeIndex> test);

/// Codes of visible and of encoded nodes, in the rows of the whole graph. A node in neither has the bit 0 alone.
[[nodiscard]] SdrTable joined_codes(const Graph& whole, const SdrTable& visible, const SdrTable& encoded);

}  // namespace columnar
