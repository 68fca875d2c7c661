#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// How classification gets better with the share of nodes that it may learn from.
struct FractionOptions {
  std::vector<double> fractions{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  std::uint32_t repeats = 5;         ///< random splits a fraction
  std::optional<double> cost = 1.0;  ///< C of the logistic regression; none: chosen in every split by training_costs()
  double tolerance = 1e-4;           ///< see LogisticOptions
  std::uint64_t seed = 1;            ///< of the splits
  int threads = 1;                   ///< splits run side by side; changes no figure
};

/// The figures of one fraction, over its repeats.
struct FractionScore {
  double fraction = 0.0;
  double majority_rate = 0.0;  ///< share of the most frequent class among the nodes that test, alike in every repeat
  MeanSd accuracy;
  MeanSd macro_f1;
  std::vector<double> repeat_accuracy;
  std::vector<double> repeat_macro_f1;
  std::vector<double> repeat_cost;  ///< C that each split was trained with
};

/// The nodes that one split trains on, ascending; all other labelled nodes test it.
///
/// Of a class of n nodes those with the lowest keys (seed, kTrainingShare, node, repeat) train: n · fraction of them,
/// rounded, but at least one and at most all but one. A class of one node trains, for nothing could be learnt of it
/// otherwise. The splits of one repeat are nested: a larger fraction adds nodes and takes none away.
[[nodiscard]] std::vector<NodeIndex> training_share(std::span<const std::int32_t> classes, double fraction,
                                                    std::uint32_t repeat, std::uint64_t seed);

/// Logistic regression on raw rows, trained on random stratified shares of the labelled nodes and tested on the rest.
///
/// Throws Error(kInput) as classify() does, also where no class has a node left to test; Error(kConfig) for a fraction
/// that is not between 0 and 1 and for no repeats.
[[nodiscard]] std::vector<FractionScore> classify_by_fraction(const SparseRows& rows, const Labels& labels,
                                                              const FractionOptions& options = {});

}  // namespace columnar
