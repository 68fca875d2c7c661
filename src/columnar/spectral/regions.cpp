#include "columnar/spectral/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/spectral/lloyd.hpp"
#include "columnar/spectral/nearest_centroids.hpp"
#include "columnar/spectral/seeding.hpp"
#include "columnar/spectral/som.hpp"

namespace columnar {
namespace {

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

/// These of the rows that take part, or all if there are none of these, for every rank.
RowMatrix gather_places(const UnitRows& rows, const std::vector<Eigen::Index>& places) {
  const std::size_t count = places.empty() ? rows.shares.all() : places.size();
  std::vector<float> own;
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = places.empty() ? i : static_cast<std::size_t>(places[i]);
    if (rows.shares.has(row)) {
      const auto coordinates = rows.x.row(rows.rows[row - rows.shares.first()]);
      own.insert(own.end(), coordinates.begin(), coordinates.end());
    }
  }
  const std::vector<float> all = gather_all(rows.ranks, std::span<const float>(own));
  return Eigen::Map<const RowMatrix>(all.data(), static_cast<Eigen::Index>(count), rows.x.cols());
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

/// The rows of lloyd(), on the CPU.
class HostRows {
 public:
  HostRows(const UnitRows& x, NearestCentroids& nearest, Eigen::Index regions, int threads)
      : x_(x), nearest_(nearest), regions_(regions), threads_(threads) {}

  [[nodiscard]] std::size_t count() const { return x_.shares.all(); }
  std::size_t follow(const RowMatrix& centroids) { return nearest_.follow(centroids); }
  void means(RowMatrix& centroids) { move_centroids(x_, nearest_.nearest(), centroids, threads_); }
  [[nodiscard]] std::vector<std::size_t> sizes() const {
    const Members members(x_, nearest_.nearest(), regions_);
    return {members.all.begin(), members.all.end()};
  }
  void place(std::span<const RegionMove> moves, RowMatrix& centroids) const {
    if (moves.empty()) {
      return;
    }
    const Members members(x_, nearest_.nearest(), regions_);
    for (const RegionMove& move : moves) {
      std::uint64_t member = move.member;
      int rank = 0;  // that has the row
      for (std::size_t i = move.from; member >= members.counts[i]; i += members.all.size()) {
        member -= members.counts[i];
        ++rank;
      }
      auto centroid = centroids.row(static_cast<Eigen::Index>(move.region));
      if (rank == x_.ranks.rank()) {
        centroid = x_.x.row(members.own[move.from][member]);
      }
      x_.ranks.broadcast(std::as_writable_bytes(std::span(centroid.data(), static_cast<std::size_t>(centroid.size()))),
                         rank);
    }
  }

 private:
  const UnitRows& x_;
  NearestCentroids& nearest_;
  Eigen::Index regions_;
  int threads_;
};

/// k-means: the means of the regions. `nearest` follows them.
RowMatrix k_means(const UnitRows& x, Eigen::Index count, const SpectralConfig& config, std::uint64_t seed,
                  const RunContext& context, NearestCentroids& nearest) {
  const std::vector<Eigen::Index> places = seeding_places(x.count(), count, seed);
  Seeds seeds = spread_seeds(gather_places(x, places), count, seed, context);
  RowMatrix centroids = std::move(seeds.centroids);
  if (places.empty()) {
    std::vector<std::uint32_t> of_row(x.takes_part.size(), 0);
    std::vector<float> second(x.takes_part.size(), 0.0F);
    for (std::size_t i = 0; i < x.rows.size(); ++i) {
      of_row[static_cast<std::size_t>(x.rows[i])] = seeds.nearest[x.shares.first() + i];
      second[static_cast<std::size_t>(x.rows[i])] = seeds.second[x.shares.first() + i];
    }
    nearest.start_from(centroids, std::move(of_row), second);
  } else {
    nearest.follow(centroids);
  }
  HostRows rows(x, nearest, count, context.threads);
  lloyd(rows, config, seed, context, centroids);
  return centroids;
}

}  // namespace

void to_unit_length(RowMatrix& centroids) {
  for (Eigen::Index r = 0; r < centroids.rows(); ++r) {
    const float length = centroids.row(r).norm();
    if (!std::isfinite(length)) {
      refuse_as_not_finite("regions", fmt::format("the length of centroid {}", r));
    }
    if (length > 0.0F) {
      centroids.row(r) /= length;
    }
  }
}

std::size_t most_regions(std::size_t nodes, const SpectralConfig& config) noexcept {
  const std::size_t most = config.minimum_region == 0 ? nodes : (nodes + kNodesPerRegion - 1) / kNodesPerRegion;
  return std::min<std::size_t>(most, config.regions);
}

Eigen::Index clamped_regions(std::size_t nodes, const SpectralConfig& config, const RunContext& context) {
  const std::size_t most = most_regions(nodes, config);
  if (most < config.regions) {
    context.note(fmt::format("regions {} clamped to {} for {} nodes with coordinates", config.regions, most, nodes));
  }
  return static_cast<Eigen::Index>(most);
}

Regions no_regions(Eigen::Index nodes, Eigen::Index rank) {
  return {RowMatrix::Zero(1, rank), std::vector<std::uint32_t>(static_cast<std::size_t>(nodes), Regions::kNone)};
}

Regions partition(const RowMatrix& coordinates, const SpectralConfig& config, std::uint64_t seed,
                  const RunContext& context) {
  const UnitRows x(coordinates, ranks_of(context));
  const Eigen::Index count = clamped_regions(x.shares.all(), config, context);
  if (count == 0) {
    context.advance(1.0);
    return no_regions(coordinates.rows(), coordinates.cols());
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
  to_unit_length(centroids);
  regions.centroids = std::move(centroids);
  context.advance(1.0);
  return regions;
}

}  // namespace columnar
