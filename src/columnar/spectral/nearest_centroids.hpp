#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Which of some centroids each of many unit rows is nearest to, kept up to date while the centroids move: what k-means
/// asks for at every step.
///
/// To score all centroids for all rows is most of what k-means costs, and after a few steps hardly any row changes. So
/// each row remembers how far away all centroids but its own are at least (Hamerly, 2010): none of them can be nearer
/// than that less the way it has gone since. Centroids that go far, as a region does that is moved elsewhere, would
/// spoil this for all, so that these few are scored for every row. Every answer is that of scoring them all: where
/// rounding could decide, they are.
class NearestCentroids {
 public:
  static constexpr std::uint32_t kNone = ~0U;

  /// Keeps a reference to the rows, which must have unit length.
  NearestCentroids(const RowMatrix& x, int threads);

  /// Starts from what is known already: the centroids, which of them each row is nearest to, up to rounding, and the
  /// squared distance to the next.
  void start_from(const RowMatrix& centroids, std::vector<std::uint32_t> nearest, std::span<const float> second);

  /// Takes the centroids to their places; returns how many rows have another nearest than before. Of equally near ones
  /// it is the first. Their number must stay the same.
  std::size_t follow(const RowMatrix& centroids);

  /// Of each row; kNone before the centroids have a place.
  [[nodiscard]] const std::vector<std::uint32_t>& nearest() const noexcept { return nearest_; }

 private:
  void measure_own(const RowMatrix& centroids, const Eigen::VectorXf& half_norms);
  [[nodiscard]] std::vector<std::uint32_t> choose_far(const std::vector<float>& way, float& rest) const;
  void settle(std::size_t row, std::uint32_t nearest, float score, float other);
  void score_all(const RowMatrix& centroids, const Eigen::VectorXf& half_norms, const std::vector<Eigen::Index>& which);
  [[nodiscard]] std::vector<Eigen::Index> score_far(const RowMatrix& centroids, const Eigen::VectorXf& half_norms,
                                                    const std::vector<std::uint32_t>& far, float rest);

  const RowMatrix& x_;
  int threads_;
  RowMatrix centroids_;
  std::vector<std::uint32_t> nearest_;
  std::vector<float> own_;    ///< score of the nearest: x·c − |c|²/2, the larger the nearer
  std::vector<float> other_;  ///< all other centroids are at least so far away
};

}  // namespace columnar
