#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph/class_sets.hpp"
#include "columnar_lab/evaluate/classify_fractions.hpp"

namespace columnar {

/// The figures of one share of training nodes, over its random splits, where a node may have several classes.
struct SetsScore {
  double fraction = 0.0;
  std::vector<double> repeat_micro_f1;
  std::vector<double> repeat_macro_f1;
  std::vector<double> repeat_frequent_micro_f1;  ///< of naming the classes most frequent among the training nodes
};

/// The labelled nodes that train in one split, ascending: n · fraction of them, rounded, at least one and at most
/// n - 1; those with the lowest keys (seed, kTrainingShare, node, repeat). The splits of one repeat are nested.
[[nodiscard]] std::vector<NodeIndex> random_share(const ClassSets& sets, double fraction, std::uint32_t repeat,
                                                  std::uint64_t seed);

/// The F1 of answers, over all classes together (micro) and as the mean over the classes (macro), where a class without
/// any true or named node counts 0, as in scikit-learn.
struct SetsF1 {
  double micro = 0.0;
  double macro = 0.0;
};

/// Compares the named classes of each node with its true ones; both ascending, one list per node.
[[nodiscard]] SetsF1 f1_of_sets(const std::vector<std::vector<std::int32_t>>& truths,
                                const std::vector<std::vector<std::int32_t>>& answers, std::size_t class_count);

/// The protocol of DeepWalk for nodes with several classes (Perozzi et al. 2014; scoring.py): one logistic regression
/// per class against the rest, on raw rows, trained on a random share of the labelled nodes. Each other node gets the k
/// most probable classes, where k is the number that it has; ties go to the lowest class. A class that no training node
/// has is least probable, one that all have most.
///
/// Throws Error(kInput) if the numbers of rows and labels differ, fewer than two nodes are labelled or fewer than two
/// classes occur; Error(kConfig) for a fraction outside (0, 1), no repeats, and no fixed cost.
[[nodiscard]] std::vector<SetsScore> classify_sets(const SparseRows& rows, const ClassSets& sets,
                                                   const FractionOptions& options = {});

}  // namespace columnar
