#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "columnar/graph.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {

/// Similarities of one kind of pair.
struct PairMoments {
  std::uint64_t pairs = 0;
  double mean = 0.0;
  double sd = 0.0;  ///< population standard deviation (divided by the number of pairs)
};

[[nodiscard]] PairMoments pair_moments(std::span<const float> values);

/// How well similarity separates same-class from cross-class pairs, for codes and vectors alike.
struct Separation {
  PairMoments same;
  PairMoments cross;
  std::optional<double> d_prime;  ///< empty if one kind has no pairs or neither has any spread
  std::optional<double> auc;      ///< empty if one kind has no pairs
  bool sampled = false;           ///< false: every pair of labelled nodes was measured
};

/// The pairs of labelled nodes, all or as many as wanted, split by kind: drawn once, measured for many embeddings.
struct ClassPairs {
  std::vector<NodePair> same;
  std::vector<NodePair> cross;
  bool sampled = false;
};

/// Pairs of labelled nodes by draw_pairs(). Labels must be valid, see require_labels_for().
[[nodiscard]] ClassPairs draw_class_pairs(const Labels& labels, std::uint64_t wanted, std::uint64_t seed);

/// d' and pair AUC; for codes the same figures as class_separation().
[[nodiscard]] Separation measure_separation(const RowSimilarity& similarity, const ClassPairs& pairs, int threads = 1);

}  // namespace columnar
