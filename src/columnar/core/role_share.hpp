#pragma once

#include "columnar/config.hpp"

/// How a code with roles is divided between two populations of columns, each with L5a neurons of its own: one says
/// where a node is, the other what part it plays. Both learn by the same rules. docs/equations.md#roles

namespace columnar {

/// Columns, neurons and active bits of the population for roles: config.roles.roles of each, at least one, and at
/// least one less than all.
[[nodiscard]] RoleShare role_share(const Config& config) noexcept;

/// The config of the population that says where a node is: without the share of roles. The config itself if it has
/// none.
[[nodiscard]] Config place_config(const Config& config);

/// The config of the population for roles. Its columns learn the graph of roles (roles/role_graph.hpp); equal roles
/// have equal codes, so no tie is broken, and L6 stays with the nodes.
[[nodiscard]] Config role_config(const Config& config);

}  // namespace columnar
