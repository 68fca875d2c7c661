#include "columnar/core/role_share.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/core/random.hpp"

namespace columnar {
namespace {

std::uint32_t part_of(std::uint32_t whole, double share) noexcept {
  const auto part = static_cast<std::uint32_t>(std::lround(share * static_cast<double>(whole)));
  return std::clamp(part, 1U, std::max(2U, whole) - 1);
}

}  // namespace

RoleShare role_share(const Config& config) noexcept {
  const double share = config.roles.roles;
  if (share <= 0.0) {
    return {};
  }
  return {part_of(config.l23.columns, share), part_of(config.l23.active_columns, share),
          part_of(config.readout.l5a_size, share), part_of(config.readout.l5a_active, share)};
}

Config place_config(const Config& config) {
  Config place = config;
  const RoleShare roles = role_share(config);
  if (roles.columns == 0) {
    return place;
  }
  place.l23.columns -= roles.columns;
  place.l23.active_columns -= roles.active_columns;
  place.readout.l5a_size -= roles.l5a_size;
  place.readout.l5a_active -= roles.l5a_active;
  place.readout.teacher_skips = std::min(place.readout.teacher_skips, place.l23.active_columns);
  place.spectral.regions -= part_of(config.spectral.regions, config.roles.roles);
  place.roles.roles = 0.0;
  return place;
}

Config role_config(const Config& config) {
  Config role = config;
  const RoleShare roles = role_share(config);
  role.l23.columns = roles.columns;
  role.l23.active_columns = roles.active_columns;
  role.readout.l5a_size = roles.l5a_size;
  role.readout.l5a_active = roles.l5a_active;
  role.readout.teacher_skips = std::min(role.readout.teacher_skips, roles.active_columns);
  role.readout.tie_break_rounds = 0;
  role.spectral.regions = part_of(config.spectral.regions, config.roles.roles);
  role.l6.l6_active = 0;
  role.roles.roles = 0.0;
  role.seed = KeyedRandom(config.seed, Purpose::kRoles).bits(0, 0);
  return role;
}

}  // namespace columnar
