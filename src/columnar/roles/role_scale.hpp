#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "columnar/roles/role_features.hpp"

namespace columnar {

/// A role: kLevelBits for each feature, the first feature in the highest. Nodes of the same role have the same code.
using Role = std::int64_t;

/// Levels per feature.
inline constexpr std::uint32_t kLevelBits = 6;
inline constexpr std::uint32_t kRoleLevels = 1U << kLevelBits;
static_assert(kRoleFeatures * kLevelBits < 63, "a role is one number");
/// Every role is below it, and at least 0.
inline constexpr Role kRoleEnd = Role{1} << (kLevelBits * kRoleFeatures);

/// The level of each feature.
using RoleLevels = std::array<std::uint8_t, kRoleFeatures>;

[[nodiscard]] Role pack(const RoleLevels& levels) noexcept;
[[nodiscard]] RoleLevels unpack(Role role) noexcept;

/// Where the nodes of a graph lie in each feature: a level is the share of the nodes that have less, in 64ths. So roles
/// of graphs of different sizes can be compared.                                         docs/equations.md#role-levels
struct RoleScale {
  std::array<std::vector<float>, kRoleFeatures>
      values;  ///< of nodes of the graph, ascending; all, or evenly spaced ones

  [[nodiscard]] Role role_of(const RowMatrix& features, Eigen::Index row) const;
};

/// Values kept per feature, at most.
inline constexpr std::size_t kScaleValues = 4096;

/// The scale of a graph, from the features of all its nodes.
[[nodiscard]] RoleScale role_scale(const RowMatrix& features);

/// The role of every row.
[[nodiscard]] std::vector<Role> roles_of(const RoleScale& scale, const RowMatrix& features);

}  // namespace columnar
