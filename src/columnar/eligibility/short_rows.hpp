#pragma once

#include <cstdint>
#include <vector>

#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Rows of a matrix as whole numbers of 16 bits, each row with a scale of its own, to be multiplied by others.
///
/// A processor multiplies twice as many of these at a time as of floats, and what it adds up is exact: the products
/// are the same in any order, on any processor. Each number is off by up to 1 / 65,534 of
/// its row's length, and of what it is multiplied by, by as much of 1.
class ShortRows {
 public:
  /// The rows must be finite.
  explicit ShortRows(const RowMatrix& rows);

  [[nodiscard]] Eigen::Index rows() const noexcept { return static_cast<Eigen::Index>(scales_.size()); }

  /// left · rowsᵀ. No row of `left` may be longer than 1: then no sum can overflow. Its numbers are rounded to
  /// multiples of 1 / 32,767.
  [[nodiscard]] RowMatrix products_with(const Eigen::Ref<const RowMatrix>& left) const;

 private:
  Eigen::Index depth_;                ///< numbers a row
  std::vector<float> scales_;         ///< of each row, for a product of whole numbers
  std::vector<std::int16_t> panels_;  ///< [16 rows][pair of numbers][row][2]
};

}  // namespace columnar
