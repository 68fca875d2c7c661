#include "columnar/roles/role_scale.hpp"

#include <algorithm>

namespace columnar {

Role pack(const RoleLevels& levels) noexcept {
  Role role = 0;
  for (const std::uint8_t level : levels) {
    role = role * kRoleLevels + level;
  }
  return role;
}

RoleLevels unpack(Role role) noexcept {
  RoleLevels levels{};
  for (std::size_t i = levels.size(); i-- > 0; role /= kRoleLevels) {
    levels[i] = static_cast<std::uint8_t>(role % kRoleLevels);
  }
  return levels;
}

Role RoleScale::role_of(const RowMatrix& features, Eigen::Index row) const {
  RoleLevels levels{};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto equal = std::ranges::equal_range(values[i], features(row, static_cast<Eigen::Index>(i)));
    // Twice the middle rank among equal values, so that whole numbers decide.
    const auto twice_rank =
        static_cast<std::uint64_t>((equal.begin() - values[i].begin()) + (equal.end() - values[i].begin()));
    levels[i] = static_cast<std::uint8_t>(
        std::min<std::uint64_t>(kRoleLevels - 1, twice_rank * kRoleLevels / (2 * values[i].size())));
  }
  return pack(levels);
}

RoleScale role_scale(const RowMatrix& features) {
  RoleScale scale;
  const auto nodes = static_cast<std::size_t>(features.rows());
  const std::size_t count = std::min(nodes, kScaleValues);
  for (std::size_t i = 0; i < kRoleFeatures; ++i) {
    const auto column = features.col(static_cast<Eigen::Index>(i));
    std::vector<float> all(column.begin(), column.end());
    std::ranges::sort(all);
    scale.values[i].reserve(count);
    for (std::size_t j = 0; j < count; ++j) {
      scale.values[i].push_back(all[(2 * j + 1) * nodes / (2 * count)]);
    }
  }
  return scale;
}

std::vector<Role> roles_of(const RoleScale& scale, const RowMatrix& features) {
  std::vector<Role> roles;
  roles.reserve(static_cast<std::size_t>(features.rows()));
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    roles.push_back(scale.role_of(features, row));
  }
  return roles;
}

}  // namespace columnar
