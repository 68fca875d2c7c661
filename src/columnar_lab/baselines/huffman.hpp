#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar_lab/baselines/logistic_step.hpp"

namespace columnar {

/// A Huffman tree: one leaf an entry, short paths for frequent ones. Inner vertices are numbered 0 to leaves − 2, in
/// the order they were made; the last is the root.
class HuffmanTree {
 public:
  /// Of equal counts, entries come before inner vertices and early ones before late ones: one tree for given counts.
  /// Linear time after a sort. At least one entry is needed.
  explicit HuffmanTree(std::span<const std::uint64_t> counts);

  /// The way from the root to a leaf: the inner vertices passed, each with label 1 where the way takes the lighter
  /// branch and 0 where it takes the heavier.
  [[nodiscard]] std::span<const LogisticTarget> path(std::size_t leaf) const noexcept {
    return {steps_.data() + offsets_[leaf], offsets_[leaf + 1] - offsets_[leaf]};
  }
  [[nodiscard]] std::size_t leaf_count() const noexcept { return offsets_.size() - 1; }
  [[nodiscard]] std::size_t inner_count() const noexcept { return leaf_count() - 1; }

 private:
  std::vector<std::size_t> offsets_;   ///< leaves + 1
  std::vector<LogisticTarget> steps_;  ///< all paths, one after the other
};

}  // namespace columnar
