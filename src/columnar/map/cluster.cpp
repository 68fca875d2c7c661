#include "columnar/map/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/map/code_coordinates.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kRank = 32;
constexpr std::uint64_t kStarts = 10;
constexpr std::uint32_t kIterations = 100;  ///< of a start, at most
constexpr std::size_t kTypical = 3;

/// The cosine of a node to the centre of its cluster; 0 without coordinates.
double cosine_of(const RowMatrix& coordinates, const Regions& regions, std::size_t node) {
  const std::uint32_t region = regions.region[node];
  return region == Regions::kNone
             ? 0.0
             : static_cast<double>(coordinates.row(static_cast<Eigen::Index>(node)).dot(regions.centroids.row(region)));
}

double cohesion(const RowMatrix& coordinates, const Regions& regions) {
  double sum = 0.0;
  for (std::size_t node = 0; node < regions.region.size(); ++node) {
    sum += cosine_of(coordinates, regions, node);
  }
  return sum;
}

/// Numbers the clusters by size, then by their first row, and lists the nodes of each.
std::vector<std::vector<NodeIndex>> members_by_size(Regions& regions) {
  std::vector<std::vector<NodeIndex>> members(static_cast<std::size_t>(regions.centroids.rows()));
  for (NodeIndex node = 0; node < regions.region.size(); ++node) {
    std::uint32_t& region = regions.region[node];
    region = region == Regions::kNone ? 0 : region;
    members[region].push_back(node);
  }
  std::erase_if(members, [](const auto& rows) { return rows.empty(); });
  std::ranges::sort(members, [](const auto& a, const auto& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return members;
}

}  // namespace

Clusters cluster_codes(const SdrTable& codes, std::size_t count, std::uint64_t seed, const RunContext& context) {
  if (count == 0 || count > codes.size()) {
    throw Error(ErrorCode::kConfig,
                fmt::format("clusters: {}, from 1 to the {} nodes are possible", count, codes.size()));
  }
  const RowMatrix coordinates = code_coordinates(codes, kRank, seed, context);
  SpectralConfig config;
  config.regions = static_cast<std::uint32_t>(count);
  config.minimum_region = 0;
  config.kmeans_iterations = kIterations;
  const KeyedRandom starts(seed, Purpose::kClusterStarts);
  Regions best;
  double most = -std::numeric_limits<double>::infinity();
  for (std::uint64_t start = 0; start < kStarts; ++start) {
    Regions regions = partition(coordinates, config, starts.bits(0, start), {context.threads, nullptr});
    if (const double sum = cohesion(coordinates, regions); sum > most) {
      most = sum;
      best = std::move(regions);
    }
    context.advance(static_cast<double>(start + 1) / static_cast<double>(kStarts));
  }
  Clusters clusters;
  clusters.cluster.resize(codes.size());
  for (std::vector<NodeIndex>& members : members_by_size(best)) {
    for (const NodeIndex node : members) {
      clusters.cluster[node] = static_cast<std::uint32_t>(clusters.sizes.size());
    }
    clusters.sizes.push_back(members.size());
    const auto shown = members.begin() + static_cast<std::ptrdiff_t>(std::min(kTypical, members.size()));
    std::ranges::partial_sort(members, shown, {},
                              [&](NodeIndex node) { return std::pair(-cosine_of(coordinates, best, node), node); });
    clusters.typical.emplace_back(members.begin(), shown);
  }
  return clusters;
}

}  // namespace columnar
