#pragma once

#include <array>
#include <cstdint>

#include "columnar/config.hpp"

namespace columnar {

/// The share of roles as files store it: columns, active columns, L5a neurons, active ones.
[[nodiscard]] inline std::array<std::uint32_t, 4> role_numbers(const RoleShare& roles) noexcept {
  return {roles.columns, roles.active_columns, roles.l5a_size, roles.l5a_active};
}

/// And back.
[[nodiscard]] inline RoleShare role_share_of(const std::array<std::uint32_t, 4>& numbers) noexcept {
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

}  // namespace columnar
