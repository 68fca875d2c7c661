#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "columnar/node_ids.hpp"

namespace columnar {

/// A split of the labelled nodes into folds: each is the test set once, while the others train.
struct Folds {
  static constexpr std::int32_t kLeftOut = -1;
  std::int32_t count = 0;
  std::vector<std::int32_t> fold_of;  ///< a node's fold, or kLeftOut if its label is unknown

  /// The nodes of one fold, ascending.
  [[nodiscard]] std::vector<NodeIndex> test_nodes(std::int32_t fold) const;
  /// The nodes of all other folds, ascending; excluded nodes are in neither.
  [[nodiscard]] std::vector<NodeIndex> train_nodes(std::int32_t fold) const;
  /// train_nodes() of every fold.
  [[nodiscard]] std::vector<std::vector<NodeIndex>> training_sets() const;
};

/// Shuffled, stratified k-fold split of the nodes whose class is known (not Labels::kUnknown).
///
/// Each class is shuffled by keys of (seed, kFoldShuffle, class, place) and dealt round-robin; the next class continues
/// at the fold at which the last one stopped. So two folds never differ by more than one node, in any class or in
/// total. A
/// class with fewer members than folds has at most one per fold: some folds then do not test it, and a class
/// of one member is unknown to the model that is tested on it. Such nodes count as errors; they are not dropped.
///
/// Throws Error(kConfig) for fewer than two folds, Error(kInput) that begins with `place`, the source of the labels,
/// for
/// fewer labelled nodes than folds.
[[nodiscard]] Folds stratified_folds(std::span<const std::int32_t> classes, std::int32_t count, std::uint64_t seed,
                                     const std::string& place = "labels");

}  // namespace columnar
