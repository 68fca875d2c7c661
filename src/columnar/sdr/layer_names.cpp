#include "columnar/sdr/layer_names.hpp"

#include <array>

namespace columnar {
namespace {

/// In the order of Layer.
constexpr std::array<std::string_view, 6> kLayerNames = {"l23", "l5a", "all", "l6", "search", "roles"};

}  // namespace

std::string layer_flag(Layer layer) { return std::string(kLayerNames[static_cast<std::size_t>(layer)]); }

std::optional<Layer> layer_by_flag(std::string_view name) {
  for (std::size_t i = 0; i < kLayerNames.size(); ++i) {
    if (name == kLayerNames[i]) {
      return static_cast<Layer>(i);
    }
  }
  return std::nullopt;
}

}  // namespace columnar
