#pragma once

#include <span>

#include "columnar/edge_changes.hpp"
#include "columnar/graph.hpp"
#include "columnar/roles/role_scale.hpp"

namespace columnar {

/// Roles that a role is linked to: the nearest ones.
inline constexpr std::size_t kNearestRoles = 5;

/// The graph whose nodes are roles, ascending and distinct, each linked to its nearest ones. The nearer, the heavier
/// the edge. The method runs on it as on any graph: who plays a similar part is near. docs/equations.md#role-graph
[[nodiscard]] Graph role_graph(std::span<const Role> roles, int threads);

/// Edges from new roles to the nearest of the known ones, as `encode` takes them. Both ascending, distinct, and without
/// a common one.
[[nodiscard]] EdgeChanges edges_to_nearest(std::span<const Role> known, std::span<const Role> added, int threads);

}  // namespace columnar
