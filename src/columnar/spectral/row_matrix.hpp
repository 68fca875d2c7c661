#pragma once

#include <Eigen/Core>

namespace columnar {

/// One row a node, rows contiguous: the shape every stage after the PPMI reads.
using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace columnar
