#pragma once

#include <cstdint>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The share of k-means' progress that seeding takes.
inline constexpr double kSeedingShare = 0.2;

/// The rows that k-means++ draws its seeds from, one out of each of many equal ranges; empty if it draws from all.
[[nodiscard]] std::vector<Eigen::Index> seeding_places(Eigen::Index rows, Eigen::Index count, std::uint64_t seed);

/// Seeds of k-means, and what finding them tells of the rows they were drawn from.
struct Seeds {
  RowMatrix centroids;
  std::vector<std::uint32_t> nearest;  ///< [row]: the nearest seed, up to rounding
  std::vector<float> second;           ///< [row]: squared distance to the second nearest
};

/// k-means++ (Arthur and Vassilvitskii, 2007) over unit rows: each seed is drawn with probability proportional to its
/// squared distance from the nearest seed so far.
[[nodiscard]] Seeds spread_seeds(const RowMatrix& rows, Eigen::Index count, std::uint64_t seed,
                                 const RunContext& context);

}  // namespace columnar
