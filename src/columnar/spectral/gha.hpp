#pragma once

#include <cstdint>
#include <span>

#include "columnar/config.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {

/// Linear units that learn the leading eigenvectors of their input, in order, by Sanger's rule
/// (the Generalized Hebbian Algorithm, 1989). docs/equations.md#gha
///
///   y = Wᵀx,   Δw_j = η y_j (x − Σ_{i≤j} y_i w_i)
///
/// The second term changes every weight, although x is sparse. But it is W times a triangular matrix from the
/// right. So W is stored as B·A: changes of the whole W go into A, which is rank × rank, and B changes
/// only where x has an entry.
class SangerUnits {
 public:
  /// Initial weights, n × rank.
  explicit SangerUnits(RowMatrix weights);

  /// Shows the rows of these nodes to the current units, then updates the weights by all rows at once. η is the rate
  /// over the mean |x|² of all rows so far, or less if a unit would lose more than half its weights at once.
  void learn(const Ppmi& ppmi, float clip, std::span<const NodeIndex> nodes, double rate, int threads);

  /// W, n × rank.
  [[nodiscard]] const RowMatrix& weights(int threads);

  /// Responses of the units to the row of each node: all y, n × rank.
  [[nodiscard]] RowMatrix answers(const Ppmi& ppmi, float clip, int threads);

 private:
  void fold(int threads);

  RowMatrix base_;          ///< B
  Eigen::MatrixXd factor_;  ///< A, upper triangular
  double rows_seen_ = 0.0;
  double row_energy_ = 0.0;  ///< mean |x|² of the rows so far
};

/// The same spectrum as truncated_svd, learnt online: a pass shows the row of each node once, in random order,
/// and the rate falls from config.gha_rate to 0. The response of a unit to a node's row is the node's weight times
/// the eigenvalue; the coordinates are these responses, scaled. There is no eigensolver and no orthonormalisation.
/// The rank is clamped to the number of nodes, with a note; units without energy are dropped.
[[nodiscard]] Spectrum hebbian_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                        const RunContext& context);

}  // namespace columnar
