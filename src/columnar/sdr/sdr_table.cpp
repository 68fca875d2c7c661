#include <fmt/format.h>

#include "columnar/codes.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/layer_names.hpp"

namespace columnar {
namespace {

/// The share of roles, as a table of its own.
SdrTable select_roles(const SdrTable& table) {
  const SdrShape& whole = table.shape;
  if (!whole.has_roles()) {
    throw Error(ErrorCode::kConfig, "the codes have no roles (embed --roles SHARE makes some)");
  }
  const RoleShare& roles = whole.roles;
  SdrTable part;
  part.shape = {
      roles.columns, whole.cells_per_column, roles.active_columns, roles.l5a_size, roles.l5a_active, Layer::kAll, 0, 0};
  part.ids = table.ids;
  part.bits.reserve(table.size() * part.shape.active());
  const std::uint32_t first_cell = whole.l23_width() - part.shape.l23_width();
  const std::uint32_t first_neuron = whole.l5a().end() - roles.l5a_size - part.shape.l23_width();
  for (std::size_t node = 0; node < table.size(); ++node) {
    const auto code = table.code(node);
    for (const std::uint16_t bit : code.subspan(whole.active_columns - roles.active_columns, roles.active_columns)) {
      part.bits.push_back(static_cast<std::uint16_t>(bit - first_cell));
    }
    for (const std::uint16_t bit :
         code.subspan(std::size_t{whole.active_columns} + whole.l5a_active - roles.l5a_active, roles.l5a_active)) {
      part.bits.push_back(static_cast<std::uint16_t>(bit - first_neuron));
    }
  }
  return part;
}

}  // namespace

SdrShape layer_shape(const SdrShape& whole, Layer layer) noexcept {
  SdrShape part = whole;
  part.layer = layer;
  if (!part.has_l23() || !part.has_l5a()) {
    part.roles = {};
  }
  if (!part.has_l6()) {
    part.l6_size = 0;
    part.l6_active = 0;
  }
  return part;
}

SdrTable select_layer(const SdrTable& table, Layer layer) {
  const SdrShape& whole = table.shape;
  if (layer == whole.layer) {
    return table;
  }
  if (layer == Layer::kRoles) {
    return select_roles(table);
  }
  SdrTable part{layer_shape(whole, layer), table.ids, {}};
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
