#include "columnar/roles/role_features.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/graph/k_hop_neighbourhood.hpp"
#include "columnar/spectral/neighbour_average.hpp"

namespace columnar {
namespace {

/// Neighbours of a hub that its clustering is measured on, at most.
constexpr std::size_t kMostNeighbours = 128;
constexpr std::size_t kNodesPerBlock = 256;

/// The largest h so that h neighbours have at least h neighbours.
double h_index(const Graph& graph, NodeIndex node) {
  const std::size_t degree = graph.degree(node);
  std::vector<std::size_t> with_degree(degree + 1, 0);
  for (const NodeIndex neighbour : graph.neighbours(node)) {
    ++with_degree[std::min(graph.degree(neighbour), degree)];
  }
  std::size_t h = degree;
  for (std::size_t at_least = with_degree[degree]; at_least < h; at_least += with_degree[h]) {
    --h;
  }
  return static_cast<double>(h);
}

/// Share of the pairs of neighbours that are linked; of a hub's, neighbours at even distances in its row.
double clustering(const Graph& graph, NodeIndex node) {
  const auto row = graph.neighbours(node);
  const std::size_t count = std::min(row.size(), kMostNeighbours);
  if (count < 2) {
    return 0.0;
  }
  std::uint64_t linked = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto other = graph.neighbours(row[i * row.size() / count]);
    for (std::size_t j = i + 1; j < count; ++j) {
      linked += std::ranges::binary_search(other, row[j * row.size() / count]) ? 1 : 0;
    }
  }
  return 2.0 * static_cast<double>(linked) / static_cast<double>(count * (count - 1));
}

float rounded(double value) noexcept { return static_cast<float>(std::nearbyint(value * 0x1p12) * 0x1p-12); }

}  // namespace

RowMatrix role_features(const Graph& graph, std::span<const NodeIndex> rows, int threads) {
  const KHopNeighbourhood around = k_hop_neighbourhood(graph, rows, kRoleHops);
  RowMatrix means(static_cast<Eigen::Index>(around.nodes.size()), static_cast<Eigen::Index>(kBaseFeatures));
  parallel_blocks(threads, around.nodes.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const NodeIndex node = around.nodes[i];
      const auto row = static_cast<Eigen::Index>(i);
      means(row, 0) = rounded(std::log1p(static_cast<double>(graph.degree(node))));
      means(row, 1) = rounded(std::log1p(h_index(graph, node)));
      means(row, 2) = rounded(clustering(graph, node));
    }
  });
  const auto count = static_cast<Eigen::Index>(rows.size());
  RowMatrix features(count, static_cast<Eigen::Index>(kRoleFeatures));
  features.leftCols(kBaseFeatures) = means.topRows(count);
  for (std::uint32_t hop = 1; hop <= kRoleHops; ++hop) {
    means = neighbour_average(graph, around, around.within[kRoleHops - hop], means, OwnPart::kLeftOut, threads)
                .unaryExpr([](float mean) { return rounded(static_cast<double>(mean)); });
    features.middleCols(static_cast<Eigen::Index>(hop * kBaseFeatures), kBaseFeatures) = means.topRows(count);
  }
  return features;
}

RowMatrix role_features(const Graph& graph, int threads) {
  std::vector<NodeIndex> rows(graph.node_count());
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  return role_features(graph, rows, threads);
}

}  // namespace columnar
