#include <fmt/format.h>

#include "columnar/codes.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/layer_names.hpp"

namespace columnar {

SdrTable select_layer(const SdrTable& table, Layer layer) {
  const SdrShape& whole = table.shape;
  if (layer == whole.layer) {
    return table;
  }
  SdrTable part{whole, table.ids, {}};
  part.shape.layer = layer;
  if (!part.shape.has_l6()) {
    part.shape.l6_size = 0;
    part.shape.l6_active = 0;
  }
  if ((part.shape.has_l23() && !whole.has_l23()) || (part.shape.has_l5a() && !whole.has_l5a()) ||
      (part.shape.has_l6() && !whole.has_l6())) {
    throw Error(ErrorCode::kConfig, fmt::format("the codes hold layer '{}', from which '{}' cannot be taken",
                                                layer_flag(whole.layer), layer_flag(layer)));
  }
  const auto from = whole.parts();
  const auto to = part.shape.parts();
  part.bits.reserve(table.size() * part.shape.active());
  for (std::size_t node = 0; node < table.size(); ++node) {
    const auto code = table.code(node);
    for (std::size_t p = 0; p < to.size(); ++p) {
      for (const std::uint16_t bit : code.subspan(from[p].first, to[p].active)) {
        part.bits.push_back(static_cast<std::uint16_t>(bit - from[p].begin + to[p].begin));
      }
    }
  }
  return part;
}

}  // namespace columnar
