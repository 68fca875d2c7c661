#pragma once

#include <Eigen/Core>

namespace columnar {

/// The eigenvalues of a Gram matrix above noise, and their vectors, largest first.
struct Directions {
  Eigen::VectorXd energy;
  Eigen::MatrixXd vectors;
};

/// At most `most` directions of a Gram matrix. Those below a millionth of the largest energy are rounding noise of a
/// rank-deficient matrix and left out.
[[nodiscard]] Directions leading_directions(const Eigen::MatrixXd& gram, Eigen::Index most);

/// The factor that makes the columns of x orthonormal, from its Gram matrix: the inverse of the
/// Cholesky factor. Dependent columns are handled through the eigenvectors, and null directions are
/// dropped; there are no columns if all are null.
[[nodiscard]] Eigen::MatrixXd orthonormalising_factor(const Eigen::MatrixXd& gram);

}  // namespace columnar
