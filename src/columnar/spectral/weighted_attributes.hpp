#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// How informative each attribute is: log(1 + rows / rows that have it); 0 for one that fewer than two rows have,
/// because nothing can be shared. Words that nearly all nodes have say little.
[[nodiscard]] std::vector<float> inverse_frequencies(const Attributes& attributes);

/// The attributes of some nodes as unit rows: log2(1 + |value|), with the sign of the value, · weight of the column.
///                                                                              docs/equations.md#attribute-weights
class WeightedAttributes {
 public:
  /// Row i is that of nodes[i].
  WeightedAttributes(const Attributes& attributes, std::span<const NodeIndex> nodes, std::span<const float> weights);

  [[nodiscard]] std::size_t row_count() const noexcept { return offsets_.size() - 1; }
  /// W · x.
  [[nodiscard]] RowMatrix times(const RowMatrix& x, int threads) const;
  /// Wᵀ · y.
  [[nodiscard]] RowMatrix transposed_times(const RowMatrix& y, int threads) const;

 private:
  void transpose(std::size_t columns);

  std::vector<std::uint64_t> offsets_{0};
  std::vector<std::uint32_t> columns_;
  std::vector<float> values_;
  std::vector<std::uint64_t> column_offsets_;  ///< the same, column by column
  std::vector<std::uint32_t> rows_;
  std::vector<float> column_values_;
};

}  // namespace columnar
