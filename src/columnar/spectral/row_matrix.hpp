#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>

namespace columnar {

/// One row per node, rows contiguous: the layout that every stage after the PPMI uses.
using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The numbers of a matrix, row by row.
[[nodiscard]] inline std::span<const float> numbers_of(const RowMatrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.size())};
}

}  // namespace columnar
