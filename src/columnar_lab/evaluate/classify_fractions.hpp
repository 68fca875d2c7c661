#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// How classification improves with the share of training nodes.
struct FractionOptions {
  std::vector<double> fractions{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  std::uint32_t repeats = 5;         ///< random splits per fraction
  std::optional<double> cost = 1.0;  ///< C of the logistic regression; none: chosen in every split by training_costs()
  double tolerance = 1e-4;           ///< see LogisticOptions
  std::uint64_t seed = 1;            ///< seed of the splits
  ShareSink progress = {};           ///< told the completed share, on the calling thread
  int threads = 1;                   ///< splits run in parallel; does not change a figure
};

/// Throws Error(kConfig) for a fraction outside (0, 1) and for no repeats.
void require_fractions(const FractionOptions& options);

/// The figures of one fraction, over its repeats.
struct FractionScore {
  double fraction = 0.0;
  double majority_rate = 0.0;  ///< share of the most frequent class among the test nodes, the same in every repeat
  MeanSd accuracy;
  MeanSd macro_f1;
  std::vector<double> repeat_accuracy;
  std::vector<double> repeat_macro_f1;
  std::vector<double> repeat_cost;  ///< C of each split
};

/// The training nodes of one split, ascending; all other labelled nodes are test nodes.
///
/// In a class of n nodes, those with the lowest keys (seed, kTrainingShare, node, repeat) train: n · fraction nodes,
/// rounded, but at least one and at most n - 1. The node of a class of one always trains, otherwise nothing could be
/// learnt
/// of it. The splits of one repeat are nested: a larger fraction only adds nodes.
[[nodiscard]] std::vector<NodeIndex> training_share(std::span<const std::int32_t> classes, double fraction,
                                                    std::uint32_t repeat, std::uint64_t seed);

/// Logistic regression on raw rows, trained on random stratified shares of the labelled nodes and tested on the rest.
///
/// Throws Error(kInput) like classify(), also if no class has a node left to test; Error(kConfig) for a fraction
/// outside (0, 1) and for no repeats.
[[nodiscard]] std::vector<FractionScore> classify_by_fraction(const SparseRows& rows, const Labels& labels,
                                                              const FractionOptions& options = {});

}  // namespace columnar
