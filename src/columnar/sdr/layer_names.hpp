#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "columnar/codes.hpp"

namespace columnar {

/// "l23", "l5a", "all", "l6", "search" or "roles": the name of a layer in flags, parameters and reports.
[[nodiscard]] std::string layer_flag(Layer layer);

/// The same, for messages: "l23, l5a, all, l6, search or roles".
inline constexpr std::string_view kLayerFlags = "l23, l5a, all, l6, search or roles";

/// The layer of that name, if it exists.
[[nodiscard]] std::optional<Layer> layer_by_flag(std::string_view name);

}  // namespace columnar
