#include "columnar/sdr/sdr_table.hpp"

#include <algorithm>

#include "columnar/core/error.hpp"

namespace columnar {

SdrTable select_layer(const SdrTable& table, Layer layer) {
  if (layer == table.shape.layer) {
    return table;
  }
  if (table.shape.layer != Layer::kAll) {
    throw Error(ErrorCode::kConfig, "the codes hold one layer alone; the other cannot be taken from them");
  }
  SdrTable part{table.shape, table.ids, {}};
  part.shape.layer = layer;
  const std::size_t skipped = layer == Layer::kL5a ? table.shape.active_columns : 0;
  const std::uint32_t shift = layer == Layer::kL5a ? table.shape.l23_width() : 0;
  part.bits.reserve(table.size() * part.shape.active());
  for (std::size_t node = 0; node < table.size(); ++node) {
    for (const std::uint16_t bit : table.code(node).subspan(skipped, part.shape.active())) {
      part.bits.push_back(static_cast<std::uint16_t>(bit - shift));
    }
  }
  return part;
}

}  // namespace columnar
