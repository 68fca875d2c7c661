#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "columnar/graph/node_pair.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

namespace columnar {

/// How the rows a and b of two nodes become the features of their link (Grover and Leskovec, 2016). All four are
/// symmetric in (u, v).
enum class EdgeOperator {
  kAverage,     ///< (a + b) / 2; for codes the union: 1 if both have the bit, ½ if one has
  kHadamard,    ///< a · b; for codes the shared bits
  kWeightedL1,  ///< a − b|; for codes the bits that only one has
  kWeightedL2,  ///< (a − b)²; for codes the same as Weighted-L1
};

inline constexpr std::array<EdgeOperator, 4> kEdgeOperators{EdgeOperator::kAverage, EdgeOperator::kHadamard,
                                                            EdgeOperator::kWeightedL1, EdgeOperator::kWeightedL2};

/// As a table prints it: "Weighted-L1".
[[nodiscard]] std::string_view operator_name(EdgeOperator edge_operator) noexcept;

/// One row of features per pair, in order. Codes stay sparse; vectors become full rows.
/// Throws Error(kInput) for a malformed table or a pair outside it.
[[nodiscard]] SparseRows link_features(const Embedding& embedding, std::span<const NodePair> pairs,
                                       EdgeOperator edge_operator);

/// Similarity of the ends of each pair, without a classifier: shared bits of codes, cosine of vectors (0 if one
/// is zero). Throws like link_features.
[[nodiscard]] std::vector<double> direct_scores(const Embedding& embedding, std::span<const NodePair> pairs);

/// The same vectors scaled to length √dimensions, so that a typical number is about 1 whatever scale the
/// source program uses: a regression's C then means the same for all. Zero vectors stay. For why features are not
/// standardised instead see docs/decisions/0011-link-protocol.md.
[[nodiscard]] DenseTable with_equal_lengths(DenseTable table);

}  // namespace columnar
