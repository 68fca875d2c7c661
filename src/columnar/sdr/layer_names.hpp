#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "columnar/codes.hpp"

namespace columnar {

/// "l23", "l5a", "all", "l6" or "search": what flags, parameters and reports call a layer.
[[nodiscard]] std::string layer_flag(Layer layer);

/// The same, for messages: "l23, l5a, all, l6 or search".
inline constexpr std::string_view kLayerFlags = "l23, l5a, all, l6 or search";

/// The layer of that name; nothing for any other text.
[[nodiscard]] std::optional<Layer> layer_by_flag(std::string_view name);

}  // namespace columnar
