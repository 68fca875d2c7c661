#include "columnar/spectral/seeding.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"

namespace columnar {
namespace {

constexpr Eigen::Index kSeedingRows = 8192;  ///< at least, if there are that many
constexpr Eigen::Index kRowsPerSeed = 32;    ///< at least

/// Distances of unit rows from the seeds so far.
struct SeedDistances {
  explicit SeedDistances(Eigen::Index rows)
      : nearest(static_cast<std::size_t>(rows), 0),
        first(static_cast<std::size_t>(rows), std::numeric_limits<float>::max()),
        second(first),
        cosines(rows) {}

  /// Adds a seed: row `chosen`.
  void add(const RowMatrix& x, std::uint32_t seed, Eigen::Index chosen, int threads) {
    constexpr std::size_t kRowsPerTask = 1024;
    parallel_blocks(threads, first.size(), kRowsPerTask, [&](std::size_t begin, std::size_t end) {
      const auto from = static_cast<Eigen::Index>(begin);
      const auto count = static_cast<Eigen::Index>(end - begin);
      cosines.segment(from, count).noalias() = x.middleRows(from, count) * x.row(chosen).transpose();
      if (chosen >= from && chosen < from + count) {
        cosines(chosen) = 1.0F;
      }
      const float* cosine = cosines.data();
      for (std::size_t i = begin; i < end; ++i) {
        const float distance = std::max(2.0F - 2.0F * cosine[i], 0.0F);  // |a - b|² = 2 - 2ab
        const bool nearer = distance < first[i];
        second[i] = nearer ? first[i] : std::min(second[i], distance);
        nearest[i] = nearer ? seed : nearest[i];
        first[i] = std::min(first[i], distance);
      }
    });
  }

  /// A row drawn with probability proportional to its squared distance from the nearest seed; u is uniform in [0, 1).
  [[nodiscard]] Eigen::Index draw(double u) const {
    constexpr std::size_t kRowsPerSum = 64;
    std::vector<double> sums;
    for (std::size_t i = 0; i < first.size(); i += kRowsPerSum) {
      const float* begin = first.data() + i;
      sums.push_back(std::accumulate(begin, begin + std::min(kRowsPerSum, first.size() - i), 0.0));
    }
    while (sums.size() > 1 && sums.back() == 0.0) {  // rounding must not select a row at distance 0
      sums.pop_back();
    }
    double target = u * std::accumulate(sums.begin(), sums.end(), 0.0);
    std::size_t block = 0;
    for (; block + 1 < sums.size() && target > sums[block]; ++block) {
      target -= sums[block];
    }
    std::size_t found = 0;
    for (std::size_t i = block * kRowsPerSum; i < first.size(); ++i) {
      target -= static_cast<double>(first[i]);
      if (first[i] > 0.0F) {
        found = i;
        if (target <= 0.0) {
          break;
        }
      }
    }
    return static_cast<Eigen::Index>(found);
  }

  std::vector<std::uint32_t> nearest;
  std::vector<float> first;   ///< squared distance to the nearest seed
  std::vector<float> second;  ///< squared distance to the second nearest
  Eigen::VectorXf cosines;
};

}  // namespace

std::vector<Eigen::Index> seeding_places(Eigen::Index rows, Eigen::Index count, std::uint64_t seed) {
  const Eigen::Index most = std::max(kSeedingRows, kRowsPerSeed * count);
  if (rows <= most) {
    return {};
  }
  const KeyedRandom random(seed, Purpose::kRegionSeeding);
  std::vector<Eigen::Index> places(static_cast<std::size_t>(most));
  for (Eigen::Index i = 0; i < most; ++i) {
    const Eigen::Index first = i * rows / most;
    const auto choice = static_cast<std::uint64_t>((i + 1) * rows / most - first);
    places[static_cast<std::size_t>(i)] =
        first + static_cast<Eigen::Index>(random.below(choice, 1, static_cast<std::uint64_t>(i)));
  }
  return places;
}

Seeds spread_seeds(const RowMatrix& rows, Eigen::Index count, std::uint64_t seed, const RunContext& context) {
  const KeyedRandom random(seed, Purpose::kRegionSeeding);
  RowMatrix centroids(count, rows.cols());
  SeedDistances distances(rows.rows());
  auto chosen = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(rows.rows()), 0, 0));
  for (Eigen::Index r = 0; r < count; ++r) {
    centroids.row(r) = rows.row(chosen);
    distances.add(rows, static_cast<std::uint32_t>(r), chosen, context.threads);
    chosen = distances.draw(random.uniform(0, static_cast<std::uint64_t>(r) + 1));
    context.advance(kSeedingShare * static_cast<double>(r + 1) / static_cast<double>(count));
  }
  return {std::move(centroids), std::move(distances.nearest), std::move(distances.second)};
}

}  // namespace columnar
