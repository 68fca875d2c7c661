#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/eligibility/int16_matrix.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Node-region weights of a block of nodes: softmax of the cosines at temperature τ over each node's `top` nearest
/// regions, 0 elsewhere; rows sum to one. docs/equations.md#nrw
/// A node without coordinates (a row of zeros) belongs equally to every region; other rows have length 1.
[[nodiscard]] RowMatrix node_region_weights(const Eigen::Ref<const RowMatrix>& coordinates,
                                            const Int16Matrix& centroids, std::uint32_t top, double temperature);

/// The primary region of each column: π(c mod R), π a permutation fixed by the seed.
[[nodiscard]] std::vector<std::uint32_t> primary_regions(std::uint32_t columns, std::uint32_t regions,
                                                         std::uint64_t seed);

/// Position of each column: the centroid of its primary region or, if there are fewer regions than columns, the
/// midpoint of that centroid and its k-th nearest, k = ⌊c / R⌋. So neighbouring regions share columns.
[[nodiscard]] RowMatrix column_directions(const RowMatrix& centroids, std::uint32_t columns, std::uint64_t seed);

/// Column-region affinity: softmax of the cosines of a column's direction with all centroids; rows sum to one.
///                                                                                   docs/equations.md#cra
[[nodiscard]] RowMatrix column_region_affinity(const RowMatrix& centroids, std::uint32_t columns, double temperature,
                                               std::uint64_t seed);

/// Precomputed regions and columns for many nodes.
class RegionColumns {
 public:
  RegionColumns(const RowMatrix& centroids, const EligibilityConfig& config, std::uint32_t columns, std::uint64_t seed);

  /// NRW of the given nodes: unit rows, or zeros.
  [[nodiscard]] RowMatrix weights_of(const Eigen::Ref<const RowMatrix>& coordinates) const;
  /// NRW · CRAᵀ: the eligibility of each column before normalisation. Computed in 16 bits, or in floats for a node with
  /// too few columns that 16 bits distinguish from 0, which happens at low temperatures.
  [[nodiscard]] RowMatrix products_of(const RowMatrix& weights) const;
  /// CRA, columns × regions.
  [[nodiscard]] const RowMatrix& affinity() const noexcept { return affinity_; }

 private:
  EligibilityConfig config_;
  RowMatrix affinity_;
  Int16Matrix short_affinity_;
  Int16Matrix centroids_;
};

/// ELIG = NRW · CRAᵀ, rows divided by their maximum. Only the best `width` columns of each row are kept: the rest
/// never come close to winning (docs/decisions/), and memory stays at a few entries per node.
struct Eligibility {
  std::uint32_t width = 0;
  std::vector<std::uint16_t> columns;  ///< n × width, best first
  std::vector<float> values;           ///< n × width; the first of each row is 1

  [[nodiscard]] std::span<const std::uint16_t> row_columns(std::size_t node) const noexcept {
    return {columns.data() + node * width, width};
  }
  [[nodiscard]] std::span<const float> row_values(std::size_t node) const noexcept {
    return {values.data() + node * width, width};
  }
};

/// Algorithm 1, stages 4 to 6.                                                        docs/equations.md#elig
[[nodiscard]] Eligibility build_eligibility(const RowMatrix& coordinates, const RowMatrix& centroids,
                                            const EligibilityConfig& config, std::uint32_t columns, std::uint64_t seed,
                                            const RunContext& context);

}  // namespace columnar
