#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/baselines/link_heuristics.hpp"
#include "columnar_lab/evaluate/edge_split.hpp"
#include "columnar_lab/evaluate/link_features.hpp"

/// Link prediction: can the hidden edges of a graph be distinguished from non-edges?

namespace columnar {

struct LinkOptions {
  double cost = 0.1;        ///< C of the logistic regression; docs/decisions/0011-link-protocol.md says why it is not 1
  double tolerance = 1e-4;  ///< see LogisticOptions
};

/// How well one score separates the test pairs.
struct LinkScore {
  double auc = 0.0;
  double average_precision = 0.0;
};

struct LinkReport {
  std::array<LinkScore, kEdgeOperators.size()> operators;  ///< in the order of kEdgeOperators
  LinkScore direct;                                        ///< overlap of codes, cosine of vectors

  [[nodiscard]] const LinkScore& of(EdgeOperator edge_operator) const noexcept {
    return operators[static_cast<std::size_t>(edge_operator)];
  }
};

/// Measures an embedding of split.residual whose rows are in the graph's order: for each operator a logistic regression
/// is trained on the training pairs and scores the test pairs. Vectors are scaled to equal length first, bits are not.
///
/// The embedding must have been made from the residual graph only; nothing here can check that. Operators run in
/// parallel on context.threads, which changes no figure. Throws Error(kInput) if the embedding does not match the
/// graph's nodes, or is malformed.
[[nodiscard]] LinkReport measure_links(const EdgeSplit& split, const Embedding& embedding,
                                       const LinkOptions& options = {}, const RunContext& context = {});

/// The same figures for a heuristic on the residual graph.
[[nodiscard]] LinkScore measure_heuristic(const EdgeSplit& split, LinkHeuristic heuristic);

/// What makes a split easy or hard.
struct LinkDiagnostics {
  double positives_with_common_neighbour = 0.0;     ///< share of the hidden edges, in the residual graph
  double negatives_without_common_neighbour = 0.0;  ///< share of the test non-edges
  double positive_degree = 0.0;                     ///< mean residual degree of the ends of hidden edges
  double negative_degree = 0.0;                     ///< the same for test non-edges
  double degree_product_auc = 0.0;                  ///< AUC of preferential attachment
};

[[nodiscard]] LinkDiagnostics diagnose(const EdgeSplit& split);

}  // namespace columnar
