#include "columnar/roles/role_graph.hpp"

#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

/// Weight of a difference of one level: a node's own features count twice those of its neighbours, and these twice
/// those at two steps; the degree counts twice. Distances are whole numbers below 2²⁴, exact as floats.
constexpr std::array<float, kRoleFeatures> kWeights = {8, 4, 4, 4, 2, 2, 2, 1, 1};

constexpr std::size_t kRolesPerBlock = 256;

/// Roles as points, for nanoflann.
class RolePoints {
 public:
  explicit RolePoints(std::span<const Role> roles) : points_(roles.size()) {
    for (std::size_t i = 0; i < roles.size(); ++i) {
      const RoleLevels levels = unpack(roles[i]);
      for (std::size_t j = 0; j < levels.size(); ++j) {
        points_[i][j] = kWeights[j] * static_cast<float>(levels[j]);
      }
    }
  }

  [[nodiscard]] const float* at(std::size_t i) const noexcept { return points_[i].data(); }

  // What the library asks of a set of points.
  [[nodiscard]] std::size_t kdtree_get_point_count() const noexcept { return points_.size(); }
  [[nodiscard]] float kdtree_get_pt(std::size_t point, std::size_t dimension) const noexcept {
    return points_[point][dimension];
  }
  template <class Box>
  [[nodiscard]] bool kdtree_get_bbox(Box& /*box*/) const noexcept {
    return false;
  }

 private:
  std::vector<std::array<float, kRoleFeatures>> points_;
};

using RoleTree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, RolePoints, float, NodeIndex>,
                                                     RolePoints, kRoleFeatures, NodeIndex>;

struct NearRole {
  NodeIndex role = 0;
  double weight = 0.0;
};

/// Calls take(i, nearest) for each asked point, in order: the nearest known points other than itself, at a distance of
/// 0.
template <class Take>
void each_nearest(const RolePoints& known, const RolePoints& asked, bool are_the_same, int threads, const Take& take) {
  const RoleTree tree(kRoleFeatures, known, nanoflann::KDTreeSingleIndexAdaptorParams(10));
  const std::size_t most = std::min(known.kdtree_get_point_count(), kNearestRoles + (are_the_same ? 1 : 0));
  const std::size_t count = asked.kdtree_get_point_count();
  std::vector<NodeIndex> found(count * most);
  std::vector<float> distances(count * most);
  parallel_blocks(threads, count, kRolesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      tree.knnSearch(asked.at(i), most, found.data() + i * most, distances.data() + i * most);
    }
  });
  std::vector<NearRole> nearest;
  for (std::size_t i = 0; i < count; ++i) {
    nearest.clear();
    const double farthest = std::sqrt(static_cast<double>(distances[i * most + most - 1]));
    for (std::size_t j = 0; j < most; ++j) {
      if (are_the_same && found[i * most + j] == i) {
        continue;
      }
      const double distance = std::sqrt(static_cast<double>(distances[i * most + j]));
      const double ratio = farthest / (distance + 0.1 * farthest);
      nearest.push_back({found[i * most + j], ratio * ratio});
    }
    take(static_cast<NodeIndex>(i), nearest);
  }
}

}  // namespace

Graph role_graph(std::span<const Role> roles, int threads) {
  const RolePoints points(roles);
  // The heavier of the two directions counts, in rows sorted by target.
  std::vector<std::vector<std::pair<NodeIndex, float>>> rows(roles.size());
  each_nearest(points, points, true, threads, [&](NodeIndex i, const std::vector<NearRole>& nearest) {
    for (const NearRole& near : nearest) {
      rows[i].emplace_back(near.role, static_cast<float>(near.weight));
      rows[near.role].emplace_back(i, static_cast<float>(near.weight));
    }
  });
  Graph graph;
  for (auto& row : rows) {
    std::ranges::sort(
        row, [](const auto& a, const auto& b) { return a.first != b.first ? a.first < b.first : a.second > b.second; });
    row.erase(std::ranges::unique(row, {}, &std::pair<NodeIndex, float>::first).begin(), row.end());
    for (const auto& [target, weight] : row) {
      graph.targets.push_back(target);
      graph.weights.push_back(weight);
    }
    graph.offsets.push_back(graph.targets.size());
  }
  graph.ids.integers.assign(roles.begin(), roles.end());
  return graph;
}

EdgeChanges edges_to_nearest(std::span<const Role> known, std::span<const Role> added, int threads) {
  EdgeChanges edges;
  edges.place = "roles";
  edges.ids.integers.assign(added.begin(), added.end());
  edges.ids.integers.insert(edges.ids.integers.end(), known.begin(), known.end());
  const auto first_known = static_cast<NodeIndex>(added.size());
  each_nearest(RolePoints(known), RolePoints(added), false, threads,
               [&](NodeIndex i, const std::vector<NearRole>& nearest) {
                 for (const NearRole& near : nearest) {
                   edges.changes.push_back({ChangeKind::kAdd, i, first_known + near.role, near.weight, 0});
                 }
               });
  return edges;
}

}  // namespace columnar
