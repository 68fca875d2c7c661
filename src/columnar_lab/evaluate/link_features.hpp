#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "columnar/graph/node_pair.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

namespace columnar {

/// How the rows a and b of two nodes become the features of their link (Grover and Leskovec, 2016). All four give the
/// same for (u, v) and (v, u).
enum class EdgeOperator {
  kAverage,     ///< (a + b) / 2; of codes the union, with 1 where both have the bit and ½ where one has
  kHadamard,    ///< a · b; of codes the shared bits
  kWeightedL1,  ///< |a − b|; of codes the bits that one has and the other has not
  kWeightedL2,  ///< (a − b)²; of codes the same as Weighted-L1
};

inline constexpr std::array<EdgeOperator, 4> kEdgeOperators{EdgeOperator::kAverage, EdgeOperator::kHadamard,
                                                            EdgeOperator::kWeightedL1, EdgeOperator::kWeightedL2};

/// As a table prints it: "Weighted-L1".
[[nodiscard]] std::string_view operator_name(EdgeOperator edge_operator) noexcept;

/// One row of features a pair, in their order. Codes stay sparse; vectors become full rows.
/// Throws Error(kInput) for a malformed table or a pair outside it.
[[nodiscard]] SparseRows link_features(const Embedding& embedding, std::span<const NodePair> pairs,
                                       EdgeOperator edge_operator);

/// How alike the ends of each pair are, without a classifier: shared bits of codes, the cosine of vectors (0 where one
/// is zero). Throws as link_features does.
[[nodiscard]] std::vector<double> direct_scores(const Embedding& embedding, std::span<const NodePair> pairs);

/// The same vectors, each of length √dimensions, so that a typical number is about 1 whatever the program they come
/// from calls a unit: a regression's C then means the same for all. Vectors of zeros stay. Why not features of mean 0
/// and variance 1: docs/decisions/0011-link-protocol.md.
[[nodiscard]] DenseTable with_equal_lengths(DenseTable table);

}  // namespace columnar
