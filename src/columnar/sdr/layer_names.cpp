#include "columnar/sdr/layer_names.hpp"

namespace columnar {

std::string layer_flag(Layer layer) { return layer == Layer::kL23 ? "l23" : layer == Layer::kL5a ? "l5a" : "all"; }

std::optional<Layer> layer_by_flag(std::string_view name) {
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll}) {
    if (name == layer_flag(layer)) {
      return layer;
    }
  }
  return std::nullopt;
}

}  // namespace columnar
