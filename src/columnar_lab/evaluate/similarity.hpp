#pragma once

#include <span>
#include <string>
#include <vector>

#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/pair_sample.hpp"

namespace columnar {

/// How alike two nodes are in the metric that is native to their embedding: shared active bits of codes, cosine of
/// vectors. A vector of zeros has cosine 0 to all.
class RowSimilarity {
 public:
  /// Codes are referred to and must outlive this; vectors are copied at length 1. Checks nothing: see
  /// check_embedding().
  explicit RowSimilarity(const Embedding& embedding);
  explicit RowSimilarity(const SdrTable& codes) : codes_(&codes) {}
  explicit RowSimilarity(const DenseTable& vectors);

  [[nodiscard]] float operator()(NodeIndex u, NodeIndex v) const noexcept;
  /// Of a row with itself: the active bits of a code, or 1.
  [[nodiscard]] float maximum() const noexcept;
  [[nodiscard]] bool is_overlap() const noexcept { return codes_ != nullptr; }

 private:
  void keep(const DenseTable& vectors);

  const SdrTable* codes_ = nullptr;
  std::size_t dimensions_ = 0;
  std::vector<float> directions_;  ///< rows of length 1, or of zeros
};

/// The similarity of each pair, in their order. `threads` change no figure.
[[nodiscard]] std::vector<float> similarities(const RowSimilarity& similarity, std::span<const NodePair> pairs,
                                              int threads = 1);

/// Throws Error(kInput) for codes that are not what their shape says, and for vectors whose table has another size than
/// its ids say or that hold a number that is not finite.
void check_embedding(const Embedding& embedding, const std::string& place);

}  // namespace columnar
