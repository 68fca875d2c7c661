#include "columnar/spectral/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/spectral/lloyd.hpp"
#include "columnar/spectral/nearest_centroids.hpp"
#include "columnar/spectral/seeding.hpp"
#include "columnar/spectral/som.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerRegion = 3;  ///< on average, at least; docs/decisions/0035-smoothing.md

/// The rows with coordinates, which take part.
std::vector<Eigen::Index> rows_with_coordinates(const RowMatrix& coordinates) {
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const float length = coordinates.row(i).squaredNorm();
    if (!std::isfinite(length)) {
      refuse_as_not_finite("regions", fmt::format("the length of the coordinates of row {}", i));
    }
    if (length > 0.0F) {
      rows.push_back(i);
    }
  }
  return rows;
}

/// The rows of each region, in order.
std::vector<std::vector<Eigen::Index>> members_of(const std::vector<std::uint32_t>& nearest, Eigen::Index regions) {
  std::vector<std::vector<Eigen::Index>> members(static_cast<std::size_t>(regions));
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    members[nearest[i]].push_back(static_cast<Eigen::Index>(i));
  }
  return members;
}

/// Moves each centroid to the mean of its rows, in row order; a centroid without rows stays.
void move_centroids(const RowMatrix& x, const std::vector<std::uint32_t>& nearest, RowMatrix& centroids, int threads) {
  const std::vector<std::vector<Eigen::Index>> members = members_of(nearest, centroids.rows());
  parallel_blocks(threads, members.size(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t r = begin; r < end; ++r) {
      if (members[r].empty()) {
        continue;
      }
      Eigen::RowVectorXf sum = Eigen::RowVectorXf::Zero(x.cols());
      for (const Eigen::Index i : members[r]) {
        sum += x.row(i);
      }
      centroids.row(static_cast<Eigen::Index>(r)) = sum / static_cast<float>(members[r].size());
    }
  });
}

/// The rows of lloyd(), on the CPU.
class HostRows {
 public:
  HostRows(const RowMatrix& x, NearestCentroids& nearest, int threads) : x_(x), nearest_(nearest), threads_(threads) {}

  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(x_.rows()); }
  std::size_t follow(const RowMatrix& centroids) {
    regions_ = centroids.rows();
    return nearest_.follow(centroids);
  }
  void means(RowMatrix& centroids) {
    regions_ = centroids.rows();
    move_centroids(x_, nearest_.nearest(), centroids, threads_);
  }
  [[nodiscard]] std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> sizes(static_cast<std::size_t>(regions_), 0);
    for (const std::uint32_t region : nearest_.nearest()) {
      ++sizes[region];
    }
    return sizes;
  }
  void place(std::span<const RegionMove> moves, RowMatrix& centroids) const {
    if (moves.empty()) {
      return;
    }
    const std::vector<std::vector<Eigen::Index>> members = members_of(nearest_.nearest(), centroids.rows());
    for (const RegionMove& move : moves) {
      centroids.row(static_cast<Eigen::Index>(move.region)) = x_.row(members[move.from][move.member]);
    }
  }

 private:
  const RowMatrix& x_;
  NearestCentroids& nearest_;
  int threads_;
  Eigen::Index regions_ = 0;
};

/// k-means: the means of the regions. `nearest` follows them.
RowMatrix k_means(const RowMatrix& x, Eigen::Index count, const SpectralConfig& config, std::uint64_t seed,
                  const RunContext& context, NearestCentroids& nearest) {
  const std::vector<Eigen::Index> places = seeding_places(x.rows(), count, seed);
  const RowMatrix selected = places.empty() ? RowMatrix() : RowMatrix(x(places, Eigen::all));
  Seeds seeds = spread_seeds(places.empty() ? x : selected, count, seed, context);
  RowMatrix centroids = std::move(seeds.centroids);
  if (places.empty()) {
    nearest.start_from(centroids, std::move(seeds.nearest), seeds.second);
  } else {
    nearest.follow(centroids);
  }
  HostRows rows(x, nearest, context.threads);
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
  const std::vector<Eigen::Index> rows = rows_with_coordinates(coordinates);
  const Eigen::Index count = clamped_regions(rows.size(), config, context);
  if (count == 0) {
    context.advance(1.0);
    return no_regions(coordinates.rows(), coordinates.cols());
  }
  const bool all = rows.size() == static_cast<std::size_t>(coordinates.rows());
  const RowMatrix selected = all ? RowMatrix() : RowMatrix(coordinates(rows, Eigen::all));
  const RowMatrix& x = all ? coordinates : selected;

  NearestCentroids nearest(x, context.threads);
  RowMatrix centroids;
  if (config.method == SpectralMethod::kGha) {
    centroids = self_organising_map(x, count, config, seed, context);
    nearest.follow(centroids);
  } else {
    centroids = k_means(x, count, config, seed, context, nearest);
  }

  Regions regions;
  regions.region.assign(static_cast<std::size_t>(coordinates.rows()), Regions::kNone);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    regions.region[static_cast<std::size_t>(rows[i])] = nearest.nearest()[i];
  }
  to_unit_length(centroids);
  regions.centroids = std::move(centroids);
  context.advance(1.0);
  return regions;
}

}  // namespace columnar
