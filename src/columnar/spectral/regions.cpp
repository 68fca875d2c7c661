#include "columnar/spectral/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/spectral/nearest_centroids.hpp"
#include "columnar/spectral/som.hpp"

namespace columnar {
namespace {

constexpr Eigen::Index kSeedingRows = 8192;  ///< at least, if there are that many
constexpr Eigen::Index kRowsPerSeed = 32;    ///< at least
constexpr double kSeedingShare = 0.2;
// When to move small regions (docs/decisions/0026): not before most rows have found their region, nor so late that no
// Lloyd steps are left to settle the result.
constexpr std::uint32_t kStepsBeforeRepair = 2;
constexpr std::uint32_t kStepsAfterRepair = 3;
constexpr std::uint64_t kRepairRounds = 3;
constexpr std::size_t kRegionsPerTask = 8;
constexpr std::size_t kNodesPerRegion = 3;  ///< on average, at least; docs/decisions/0035-smoothing.md

/// The rows with coordinates, which take part, by their number.
std::vector<Eigen::Index> rows_with_coordinates(const RowMatrix& coordinates, std::size_t first) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const float length = coordinates.row(i).squaredNorm();
    if (!std::isfinite(length)) {
      refuse_as_not_finite("regions",
                           fmt::format("the length of the coordinates of row {}", first + static_cast<std::size_t>(i)));
    }
    if (length > 0.0F) {
      rows.push_back(i);
    }
  }
  return rows;
}

/// The rows of this rank, and which of them take part.
struct UnitRows {
  UnitRows(const RowMatrix& coordinates, Ranks& all_ranks)
      : x(coordinates),
        ranks(all_ranks),
        rows(rows_with_coordinates(x, RowShares::of(ranks, static_cast<std::size_t>(x.rows())).first())),
        takes_part(static_cast<std::size_t>(x.rows()), 0),
        shares(RowShares::of(ranks, rows.size())) {
    for (const Eigen::Index row : rows) {
      takes_part[static_cast<std::size_t>(row)] = 1;
    }
  }

  /// Rows that take part, of all ranks.
  [[nodiscard]] Eigen::Index count() const noexcept { return static_cast<Eigen::Index>(shares.all()); }

  const RowMatrix& x;
  Ranks& ranks;
  std::vector<Eigen::Index> rows;        ///< those that take part
  std::vector<std::uint8_t> takes_part;  ///< of each row
  RowShares shares;                      ///< of the rows that take part
};

/// Rows to draw seeds from, for every rank: one out of each of `count` equal ranges of those that take part.
RowMatrix seeding_rows(const UnitRows& rows, Eigen::Index count, const KeyedRandom& random) {
  const bool all = count == rows.count();
  std::vector<float> own;
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index first = i * rows.count() / count;
    const auto choice = static_cast<std::uint64_t>((i + 1) * rows.count() / count - first);
    const auto row =
        static_cast<std::size_t>(first) + (all ? 0 : random.below(choice, 1, static_cast<std::uint64_t>(i)));
    if (rows.shares.has(row)) {
      const auto coordinates = rows.x.row(rows.rows[row - rows.shares.first()]);
      own.insert(own.end(), coordinates.begin(), coordinates.end());
    }
  }
  const std::vector<float> sample = gather_all(rows.ranks, std::span<const float>(own));
  return Eigen::Map<const RowMatrix>(sample.data(), count, rows.x.cols());
}

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

/// k-means++ (Arthur and Vassilvitskii, 2007): each seed is drawn with probability proportional to its squared
/// distance from the nearest seed so far. `rows` begin with the seeds.
RowMatrix seed_centroids(const UnitRows& x, Eigen::Index count, std::uint64_t seed, const RunContext& context,
                         NearestCentroids& rows) {
  const KeyedRandom random(seed, Purpose::kRegionSeeding);
  const Eigen::Index most = std::max(kSeedingRows, kRowsPerSeed * count);
  const RowMatrix sample = seeding_rows(x, std::min(x.count(), most), random);
  RowMatrix centroids(count, sample.cols());
  SeedDistances distances(sample.rows());
  auto chosen = static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(sample.rows()), 0, 0));
  for (Eigen::Index r = 0; r < count; ++r) {
    centroids.row(r) = sample.row(chosen);
    distances.add(sample, static_cast<std::uint32_t>(r), chosen, context.threads);
    chosen = distances.draw(random.uniform(0, static_cast<std::uint64_t>(r) + 1));
    context.advance(kSeedingShare * static_cast<double>(r + 1) / static_cast<double>(count));
  }
  if (x.count() > most) {
    rows.follow(centroids);
    return centroids;
  }
  std::vector<std::uint32_t> nearest(x.takes_part.size(), 0);
  std::vector<float> second(x.takes_part.size(), 0.0F);
  for (std::size_t i = 0; i < x.rows.size(); ++i) {
    nearest[static_cast<std::size_t>(x.rows[i])] = distances.nearest[x.shares.first() + i];
    second[static_cast<std::size_t>(x.rows[i])] = distances.second[x.shares.first() + i];
  }
  rows.start_from(centroids, std::move(nearest), second);
  return centroids;
}

/// The rows of this rank in each region, in order, and how many the ranks have.
struct Members {
  Members(const UnitRows& x, const std::vector<std::uint32_t>& nearest, Eigen::Index regions)
      : own(static_cast<std::size_t>(regions)), counts(own.size()), all(own.size()) {
    for (const Eigen::Index i : x.rows) {
      own[nearest[static_cast<std::size_t>(i)]].push_back(i);
    }
    std::ranges::transform(own, counts.begin(), [](const auto& rows) { return rows.size(); });
    counts = gather_all(x.ranks, std::span<const std::uint64_t>(counts));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      all[i % own.size()] += counts[i];
    }
  }

  std::vector<std::vector<Eigen::Index>> own;
  std::vector<std::uint64_t> counts;  ///< [rank][region]
  std::vector<std::uint64_t> all;     ///< [region]
};

/// Moves each centroid to the mean of its rows, in row order; a centroid without rows stays.
void move_centroids(const UnitRows& x, const std::vector<std::uint32_t>& nearest, RowMatrix& centroids, int threads) {
  const Members members(x, nearest, centroids.rows());
  const auto regions = static_cast<std::size_t>(centroids.rows());
  const auto width = static_cast<std::size_t>(centroids.cols());
  // Pieces enough to keep all ranks at work; a rank alone has all its threads work on one.
  const std::size_t pieces = x.ranks.is_alone() ? 1 : std::min(regions, 4 * static_cast<std::size_t>(x.ranks.size()));
  RowMatrix sums = RowMatrix::Zero(centroids.rows(), centroids.cols());
  const auto first_of = [&](std::size_t piece) { return regions * piece / pieces; };
  in_turn(
      x.ranks, pieces,
      [&](std::size_t piece) {
        return std::span(sums.data() + first_of(piece) * width, (first_of(piece + 1) - first_of(piece)) * width);
      },
      [&](std::size_t piece) {
        parallel_blocks(threads, first_of(piece + 1) - first_of(piece), kRegionsPerTask,
                        [&](std::size_t begin, std::size_t end) {
                          for (std::size_t r = first_of(piece) + begin; r < first_of(piece) + end; ++r) {
                            auto sum = sums.row(static_cast<Eigen::Index>(r));
                            for (const Eigen::Index i : members.own[r]) {
                              sum += x.x.row(i);
                            }
                          }
                        });
      });
  for (std::size_t r = 0; r < regions; ++r) {
    if (members.all[r] > 0) {
      const auto row = static_cast<Eigen::Index>(r);
      centroids.row(row) = sums.row(row) / static_cast<float>(members.all[r]);
    }
  }
}

/// Moves the centroid of every region with fewer than `smallest` rows to a random row of the currently largest region;
/// false if there was none. A column whose region holds fewer nodes than the column has cells could never use
/// them.
bool move_small_regions(const UnitRows& x, const std::vector<std::uint32_t>& nearest, std::size_t smallest,
                        std::uint64_t round, std::uint64_t seed, RowMatrix& centroids) {
  const KeyedRandom random(seed, Purpose::kRegionRepair);
  const Members members(x, nearest, centroids.rows());
  std::vector<std::uint64_t> weight = members.all;
  bool moved = false;
  for (std::size_t r = 0; r < weight.size(); ++r) {
    if (members.all[r] >= smallest) {
      continue;
    }
    const auto largest = static_cast<std::size_t>(std::max_element(weight.begin(), weight.end()) - weight.begin());
    if (weight[largest] == 0) {  // with many identical rows, nothing is left to share
      break;
    }
    std::uint64_t member = random.below(members.all[largest], round, r);
    std::size_t rank = 0;
    for (; member >= members.counts[rank * weight.size() + largest]; ++rank) {
      member -= members.counts[rank * weight.size() + largest];
    }
    auto centroid = centroids.row(static_cast<Eigen::Index>(r));
    if (static_cast<int>(rank) == x.ranks.rank()) {
      centroid = x.x.row(members.own[largest][member]);
    }
    x.ranks.broadcast(std::as_writable_bytes(std::span(centroid.data(), static_cast<std::size_t>(centroid.size()))),
                      static_cast<int>(rank));
    weight[largest] /= 2;
    moved = true;
  }
  return moved;
}

/// k-means: the means of the regions. Small regions are moved midway, once the others are nearly settled,
/// and again at the end if any remain or appeared. `rows` follows them.
RowMatrix k_means(const UnitRows& x, Eigen::Index count, const SpectralConfig& config, std::uint64_t seed,
                  const RunContext& context, NearestCentroids& rows) {
  RowMatrix centroids = seed_centroids(x, count, seed, context, rows);
  const auto smallest = std::min<std::size_t>(
      config.minimum_region, static_cast<std::size_t>(x.count()) / (2 * static_cast<std::size_t>(count)));
  const std::uint32_t steps = config.kmeans_iterations;
  bool settled = false;
  for (std::uint32_t step = 0; step < steps && !settled; ++step) {
    move_centroids(x, rows.nearest(), centroids, context.threads);
    const bool moved = step >= kStepsBeforeRepair && step + kStepsAfterRepair < steps &&
                       move_small_regions(x, rows.nearest(), smallest, step, seed, centroids);
    settled = rows.follow(centroids) == 0 && !moved;
    context.advance(kSeedingShare + (1.0 - kSeedingShare) * (step + 1.0) / steps);
  }
  for (std::uint64_t round = 0; round < kRepairRounds; ++round) {
    if (!move_small_regions(x, rows.nearest(), smallest, steps + round, seed, centroids)) {
      break;
    }
    rows.follow(centroids);
    move_centroids(x, rows.nearest(), centroids, context.threads);
    rows.follow(centroids);
  }
  return centroids;
}

}  // namespace

std::size_t most_regions(std::size_t nodes, const SpectralConfig& config) noexcept {
  const std::size_t most = config.minimum_region == 0 ? nodes : (nodes + kNodesPerRegion - 1) / kNodesPerRegion;
  return std::min<std::size_t>(most, config.regions);
}

Regions partition(const RowMatrix& coordinates, const SpectralConfig& config, std::uint64_t seed,
                  const RunContext& context) {
  const UnitRows x(coordinates, ranks_of(context));
  const auto nodes = static_cast<std::size_t>(x.count());
  Eigen::Index count = config.regions;
  if (const std::size_t most = most_regions(nodes, config); most < config.regions) {
    context.note(fmt::format("regions {} clamped to {} for {} nodes with coordinates", count, most, nodes));
    count = static_cast<Eigen::Index>(most);
  }
  if (count == 0) {  // in a small or complete graph no pair is more common than chance
    context.advance(1.0);
    return {RowMatrix::Zero(1, coordinates.cols()),
            std::vector<std::uint32_t>(static_cast<std::size_t>(coordinates.rows()), Regions::kNone)};
  }
  NearestCentroids nearest(coordinates, context, x.takes_part);
  RowMatrix centroids;
  if (config.method == SpectralMethod::kGha) {
    centroids = self_organising_map(coordinates(x.rows, Eigen::all), count, config, seed, context);
    nearest.follow(centroids);
  } else {
    centroids = k_means(x, count, config, seed, context, nearest);
  }

  Regions regions;
  regions.region.assign(static_cast<std::size_t>(coordinates.rows()), Regions::kNone);
  for (const Eigen::Index row : x.rows) {
    regions.region[static_cast<std::size_t>(row)] = nearest.nearest()[static_cast<std::size_t>(row)];
  }
  for (Eigen::Index r = 0; r < centroids.rows(); ++r) {
    const float length = centroids.row(r).norm();
    if (!std::isfinite(length)) {
      refuse_as_not_finite("regions", fmt::format("the length of centroid {}", r));
    }
    if (length > 0.0F) {
      centroids.row(r) /= length;
    }
  }
  regions.centroids = std::move(centroids);
  context.advance(1.0);
  return regions;
}

}  // namespace columnar
