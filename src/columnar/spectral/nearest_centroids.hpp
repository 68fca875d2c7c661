#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/ranks.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The nearest centroid of many unit rows, kept up to date while the centroids move: the inner problem of k-means.
///
/// Scoring all centroids for all rows dominates the cost of k-means, and after a few steps hardly any row changes. So
/// each row keeps a lower bound of its distance to all centroids but its own (Hamerly, 2010); it shrinks by the
/// distance
/// that centroids move. A few centroids that move far, such as a region moved elsewhere, would spoil the bound for all,
/// so
/// these are scored for every row. The result equals that of scoring all centroids: if rounding could decide, all are
/// scored.
class NearestCentroids {
 public:
  static constexpr std::uint32_t kNone = ~0U;

  /// Keeps references to the rows of this rank, which must have unit length, and to which of them count (all, if
  /// empty): others may have any length, and any centroid.
  NearestCentroids(const RowMatrix& x, const RunContext& context, std::span<const std::uint8_t> counts = {});

  /// Starts from known values: the centroids, the nearest one of each row, up to rounding, and the squared distance to
  /// the second nearest.
  void start_from(const RowMatrix& centroids, std::vector<std::uint32_t> nearest, std::span<const float> second);

  /// Moves the centroids; returns the number of rows, of all ranks, whose nearest centroid changed. Ties go to the
  /// first. The number of centroids must not change.
  std::size_t follow(const RowMatrix& centroids);

  /// Nearest centroid of each row; kNone before the centroids are set.
  [[nodiscard]] const std::vector<std::uint32_t>& nearest() const noexcept { return nearest_; }

 private:
  void measure_own(const RowMatrix& centroids, const Eigen::VectorXf& half_norms);
  [[nodiscard]] std::vector<std::uint32_t> choose_far(const std::vector<float>& way, float& rest) const;
  void settle(std::size_t row, std::uint32_t nearest, float score, float other);
  void score_all(const RowMatrix& centroids, const Eigen::VectorXf& half_norms, const std::vector<Eigen::Index>& which);
  [[nodiscard]] std::vector<Eigen::Index> score_far(const RowMatrix& centroids, const Eigen::VectorXf& half_norms,
                                                    const std::vector<std::uint32_t>& far, float rest);

  const RowMatrix& x_;
  std::span<const std::uint8_t> counts_;
  Ranks& ranks_;
  int threads_;
  RowMatrix centroids_;
  std::vector<std::uint32_t> nearest_;
  std::vector<float> own_;    ///< score of the nearest: x·c − |c|²/2, larger is nearer
  std::vector<float> other_;  ///< lower bound of the distance to all other centroids
};

}  // namespace columnar
