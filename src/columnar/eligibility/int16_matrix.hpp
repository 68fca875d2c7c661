#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// A matrix of 16-bit integers, each row with its own scale, for products with other rows.
///
/// A processor multiplies twice as many of these at a time as floats, and integer sums are exact: the products do not
/// depend on order or processor. The rounding error of a number is at most 1 / 65,534 of its row's length, that of
/// a factor at most 1 / 65,534.
class Int16Matrix {
 public:
  /// The rows must be finite.
  explicit Int16Matrix(const RowMatrix& rows);

  [[nodiscard]] Eigen::Index rows() const noexcept { return static_cast<Eigen::Index>(scales_.size()); }

  /// Number k of a row, and by row the factor of a product of such numbers: for devices with products of their own.
  [[nodiscard]] std::int16_t number(Eigen::Index row, Eigen::Index k) const noexcept;
  [[nodiscard]] std::span<const float> scales() const noexcept { return scales_; }
  /// 1 as such a number.
  static constexpr float kOne = 32'767.0F;

  /// left · rowsᵀ. Rows of `left` must have length at most 1, so that no sum overflows. Its numbers are rounded to
  /// multiples of 1 / 32,767.
  [[nodiscard]] RowMatrix products_with(const Eigen::Ref<const RowMatrix>& left) const;

 private:
  Eigen::Index depth_;                ///< numbers per row
  std::vector<float> scales_;         ///< per row, for a product of integers
  std::vector<std::int16_t> panels_;  ///< [16 rows][pair of numbers][row][2]
};

}  // namespace columnar
