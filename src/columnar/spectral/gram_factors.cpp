#include "columnar/spectral/gram_factors.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

namespace columnar {
namespace {

/// Directions whose energy is below this share of the largest are noise.
constexpr double kNullShare = 1e-6;

}  // namespace

Directions leading_directions(const Eigen::MatrixXd& gram, Eigen::Index most) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  const Eigen::VectorXd energy = solver.eigenvalues().reverse();
  Eigen::Index kept = 0;
  while (kept < std::min(most, energy.size()) && energy(kept) > kNullShare * energy(0)) {
    ++kept;
  }
  return {energy.head(kept), solver.eigenvectors().rowwise().reverse().leftCols(kept)};
}

Eigen::MatrixXd orthonormalising_factor(const Eigen::MatrixXd& gram) {
  const Eigen::LLT<Eigen::MatrixXd> cholesky(gram);
  if (cholesky.info() == Eigen::Success) {
    const Eigen::VectorXd left = cholesky.matrixLLT().diagonal().cwiseAbs2();  // energy of a column beyond those before
                                                                               // it
    if ((left.array() > kNullShare * gram.diagonal().array()).all()) {
      return cholesky.matrixU().solve(Eigen::MatrixXd::Identity(gram.rows(), gram.cols()));
    }
  }
  const Directions directions = leading_directions(gram, gram.cols());
  return directions.vectors * directions.energy.cwiseSqrt().cwiseInverse().asDiagonal();
}

}  // namespace columnar
