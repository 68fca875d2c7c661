#include "columnar_lab/evaluate/weight_energy.hpp"

#include <Eigen/QR>

namespace columnar {
namespace {

/// Directions weaker than this share of the strongest are rounding noise.
constexpr double kNullEnergy = 1e-6;

double share(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

}  // namespace

RowMatrix l4_subspace(const L4Codes& l4, std::uint32_t inputs, const RowMatrix& nodes) {
  RowMatrix images = RowMatrix::Zero(inputs, nodes.cols());
  for (Eigen::Index v = 0; v < nodes.rows(); ++v) {
    for (const std::uint16_t bit : l4.code(static_cast<std::size_t>(v))) {
      images.row(bit) += nodes.row(v);
    }
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(images.cast<double>());
  decomposition.setThreshold(kNullEnergy);
  const Eigen::Index rank = decomposition.rank();
  const Eigen::MatrixXd basis = decomposition.householderQ() * Eigen::MatrixXd::Identity(inputs, rank);
  return basis.cast<float>();
}

WeightEnergy weight_energy(const CortexState& cortex, const RowMatrix& basis) {
  double raw = 0.0;
  double raw_inside = 0.0;
  double centred = 0.0;
  double centred_inside = 0.0;
  Eigen::MatrixXf weights(cortex.inputs, cortex.cells);
  for (std::uint32_t column = 0; column < cortex.columns; ++column) {
    for (std::uint32_t input = 0; input < cortex.inputs; ++input) {
      for (std::uint32_t cell = 0; cell < cortex.cells; ++cell) {
        weights(input, cell) = cortex.synapses(column, input)[cell];
      }
    }
    raw += static_cast<double>(weights.squaredNorm());
    raw_inside += static_cast<double>((basis.transpose() * weights).squaredNorm());
    weights.rowwise() -= weights.colwise().mean().eval();
    centred += static_cast<double>(weights.squaredNorm());
    centred_inside += static_cast<double>((basis.transpose() * weights).squaredNorm());
  }
  return {share(centred_inside, centred), share(raw_inside, raw),
          static_cast<double>(basis.cols()) / static_cast<double>(basis.rows())};
}

}  // namespace columnar
