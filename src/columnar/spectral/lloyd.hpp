#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/spectral/seeding.hpp"

namespace columnar {

/// The centroid of a small region that moves to a row of a large one.
struct RegionMove {
  std::size_t region;
  std::size_t from;    ///< the large region
  std::size_t member;  ///< which of its rows, in the order of the rows
};

/// Moves the centroid of every region with fewer than `smallest` rows to a random row of the currently largest region.
/// A column whose region holds fewer nodes than the column has cells could never use them.
[[nodiscard]] inline std::vector<RegionMove> small_region_moves(const std::vector<std::size_t>& sizes,
                                                                std::size_t smallest, std::uint64_t round,
                                                                std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kRegionRepair);
  std::vector<std::size_t> weight = sizes;
  std::vector<RegionMove> moves;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    if (sizes[r] >= smallest) {
      continue;
    }
    const auto largest = static_cast<std::size_t>(std::max_element(weight.begin(), weight.end()) - weight.begin());
    if (weight[largest] == 0) {  // with many identical rows, nothing is left to share
      break;
    }
    moves.push_back({r, largest, random.below(sizes[largest], round, r)});
    weight[largest] /= 2;
  }
  return moves;
}

/// k-means from the given centroids, which become the means of the regions. Small regions are moved midway, once the
/// others are nearly settled, and again at the end if any remain or appeared. Every row belongs to the nearest centroid
/// already. `Rows` knows the rows and which region each belongs to:
///
///   std::size_t count()                          the number of rows
///   std::size_t follow(centroids)                gives each row to its nearest centroid; how many changed their region
///   void means(centroids)                        moves each centroid to the mean of its rows, if it has any
///   std::vector<std::size_t> sizes()             the number of rows of each region
///   void place(moves, centroids)                 moves centroids to rows
template <class Rows>
void lloyd(Rows& rows, const SpectralConfig& config, std::uint64_t seed, const RunContext& context,
           RowMatrix& centroids) {
  // When to move small regions (docs/decisions/0026): not before most rows have found their region, nor so late that no
  // Lloyd steps are left to settle the result.
  constexpr std::uint32_t kStepsBeforeRepair = 2;
  constexpr std::uint32_t kStepsAfterRepair = 3;
  constexpr std::uint64_t kRepairRounds = 3;
  const auto smallest =
      std::min<std::size_t>(config.minimum_region, rows.count() / (2 * static_cast<std::size_t>(centroids.rows())));
  const auto move_small_regions = [&](std::uint64_t round) {
    const std::vector<RegionMove> moves = small_region_moves(rows.sizes(), smallest, round, seed);
    rows.place(moves, centroids);
    return !moves.empty();
  };
  const std::uint32_t steps = config.kmeans_iterations;
  bool settled = false;
  for (std::uint32_t step = 0; step < steps && !settled; ++step) {
    rows.means(centroids);
    const bool moved = step >= kStepsBeforeRepair && step + kStepsAfterRepair < steps && move_small_regions(step);
    settled = rows.follow(centroids) == 0 && !moved;
    context.advance(kSeedingShare + (1.0 - kSeedingShare) * (step + 1.0) / steps);
  }
  for (std::uint64_t round = 0; round < kRepairRounds; ++round) {
    if (!move_small_regions(steps + round)) {
      break;
    }
    rows.follow(centroids);
    rows.means(centroids);
    rows.follow(centroids);
  }
}

}  // namespace columnar
