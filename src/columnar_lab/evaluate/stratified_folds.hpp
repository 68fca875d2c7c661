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
  std::vector<std::int32_t> fold_of;  ///< a node's fold, or kLeftOut where its label is unknown

  /// The nodes of one fold, ascending.
  [[nodiscard]] std::vector<NodeIndex> test_nodes(std::int32_t fold) const;
  /// The nodes of every other fold, ascending; nodes that were left out are in neither.
  [[nodiscard]] std::vector<NodeIndex> train_nodes(std::int32_t fold) const;
  /// train_nodes() of every fold.
  [[nodiscard]] std::vector<std::vector<NodeIndex>> training_sets() const;
};

/// Shuffled, stratified k-fold split of the nodes whose class is known (not Labels::kUnknown).
///
/// Each class is shuffled by keys of (seed, kFoldShuffle, class, place) and dealt out in turn, the next class going on
/// at the fold where the last one stopped. So in no class, and not in the total, do two folds differ by more than one
/// node. A class with fewer members than folds has at most one in a fold: some folds then do not test it, and a class
/// of one member is unknown to the model that is tested on it. Such nodes count as errors; they are not dropped.
///
/// Throws Error(kConfig) for fewer than two folds, Error(kInput) for fewer labelled nodes than folds: it begins
/// with `place`, where the labels come from.
[[nodiscard]] Folds stratified_folds(std::span<const std::int32_t> classes, std::int32_t count, std::uint64_t seed,
                                     const std::string& place = "labels");

}  // namespace columnar
