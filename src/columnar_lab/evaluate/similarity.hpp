#pragma once

#include <span>
#include <string>
#include <vector>

#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/pair_sample.hpp"

namespace columnar {

/// Similarity of two nodes in the native metric of their embedding: shared active bits of codes, cosine of
/// vectors. A zero vector has cosine 0 with all.
class RowSimilarity {
 public:
  /// Codes are referenced and must outlive this; vectors are copied at unit length. Does not validate: see
  /// check_embedding().
  explicit RowSimilarity(const Embedding& embedding);
  explicit RowSimilarity(const SdrTable& codes) : codes_(&codes) {}
  explicit RowSimilarity(const DenseTable& vectors);

  [[nodiscard]] float operator()(NodeIndex u, NodeIndex v) const noexcept;
  /// Similarity of a row with itself: the active bits of a code, or 1.
  [[nodiscard]] float maximum() const noexcept;
  [[nodiscard]] bool is_overlap() const noexcept { return codes_ != nullptr; }

 private:
  void keep(const DenseTable& vectors);

  const SdrTable* codes_ = nullptr;
  std::size_t dimensions_ = 0;
  std::vector<float> directions_;  ///< unit rows, or zeros
};

/// The similarity of each pair, in order. `threads` change no figure.
[[nodiscard]] std::vector<float> similarities(const RowSimilarity& similarity, std::span<const NodePair> pairs,
                                              int threads = 1);

/// Throws Error(kInput) for codes that do not match their shape, and for vectors whose table does not match its ids or
/// contains a number that is not finite.
void check_embedding(const Embedding& embedding, const std::string& place);

}  // namespace columnar
