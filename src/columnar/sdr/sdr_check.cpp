#include "columnar/sdr/sdr_check.hpp"

#include <fmt/format.h>

#include "columnar/core/in_quotes.hpp"

namespace columnar {
namespace {

/// True if the active bit of this number, from 0, must belong to the share of roles.
bool is_role_place(const SdrShape& shape, std::uint32_t number) noexcept {
  return number < shape.active_columns ? number >= shape.active_columns - shape.roles.active_columns
                                       : number >= shape.active_columns + shape.l5a_active - shape.roles.l5a_active;
}

/// True if a code without roles is sound; which rule another breaks is looked up by check_codes. Ascending bits tell of
/// a layer what its first and its last one do.
bool is_sound(const SdrShape& shape, std::span<const std::uint16_t> bits) noexcept {
  bool ascends = true;
  for (std::size_t i = 1; i < bits.size(); ++i) {
    ascends &= bits[i] > bits[i - 1];
  }
  for (const LayerPart& part : shape.parts()) {
    ascends &= part.active == 0 ||
               (bits[part.first] >= part.begin && bits[part.first + part.active - 1] < part.begin + part.width);
  }
  const LayerPart l23 = shape.l23();
  for (std::size_t i = 1; i < l23.active; ++i) {
    ascends &= bits[i] / shape.cells_per_column != bits[i - 1] / shape.cells_per_column;
  }
  return ascends;
}

}  // namespace

void check_shape(const SdrShape& shape, const std::string& place, ErrorCode code) {
  const auto fail = [&](const std::string& reason) { throw Error(code, place + ": " + reason); };
  if (shape.layer > Layer::kSearch) {
    fail("unknown layer of codes");
  }
  const std::uint64_t l23 = std::uint64_t{shape.columns} * shape.cells_per_column;
  if (l23 > kMaxCodeWidth || shape.l5a_size > kMaxCodeWidth || shape.l6_size > kMaxCodeWidth ||
      shape.width() > kMaxCodeWidth) {
    fail(fmt::format("codes are wider than {} bits", kMaxCodeWidth));
  }
  if (shape.has_l23() &&
      (shape.cells_per_column == 0 || shape.active_columns == 0 || shape.active_columns > shape.columns)) {
    fail(fmt::format("{} active of {} columns of {} cells is impossible", shape.active_columns, shape.columns,
                     shape.cells_per_column));
  }
  if (shape.has_l5a() && (shape.l5a_active == 0 || shape.l5a_active > shape.l5a_size)) {
    fail(fmt::format("{} active of {} L5a bits is impossible", shape.l5a_active, shape.l5a_size));
  }
  if (shape.has_l6() && (shape.l6_active == 0 || shape.l6_active > shape.l6_size)) {
    fail(fmt::format("{} active of {} L6 bits is impossible", shape.l6_active, shape.l6_size));
  }
  const RoleShare& roles = shape.roles;
  const auto is_part = [](std::uint32_t part, std::uint32_t whole) { return part > 0 && part < whole; };
  if (roles != RoleShare{} && (!shape.has_l23() || !shape.has_l5a() || !is_part(roles.columns, shape.columns) ||
                               !is_part(roles.active_columns, shape.active_columns) ||
                               roles.active_columns > roles.columns || !is_part(roles.l5a_size, shape.l5a_size) ||
                               !is_part(roles.l5a_active, shape.l5a_active) || roles.l5a_active > roles.l5a_size)) {
    fail(fmt::format("a share of {} columns ({} active) and {} L5a bits ({} active) for roles is impossible",
                     roles.columns, roles.active_columns, roles.l5a_size, roles.l5a_active));
  }
}

void check_codes(const SdrTable& table, const std::string& place, ErrorCode code) {
  check_codes(table.shape, table.bits, table.ids, place, code);
}

void check_codes(const SdrShape& shape, std::span<const std::uint16_t> all, const NodeIds& ids,
                 const std::string& place, ErrorCode code) {
  check_shape(shape, place, code);
  const auto fail = [&](std::size_t node, const std::string& reason) {
    throw Error(
        code, fmt::format("{}: code of node {}: {}", place, in_quotes(ids.name(static_cast<NodeIndex>(node))), reason));
  };
  const std::size_t active = shape.active();
  if (all.size() % active != 0 || all.size() / active != ids.size()) {
    throw Error(code, fmt::format("{}: {} ids but {} bits, {} a code", place, ids.size(), all.size(), active));
  }
  const std::uint32_t width = shape.width();
  const LayerPart l23 = shape.l23();
  const LayerPart l5a = shape.l5a();
  for (std::size_t node = 0; node < ids.size(); ++node) {
    const auto bits = all.subspan(node * active, active);
    if (!shape.has_roles() && is_sound(shape, bits)) {
      continue;
    }
    for (std::size_t i = 0; i < active; ++i) {
      if (bits[i] >= width) {
        fail(node, fmt::format("bit {} is outside its {} bits", bits[i], width));
      }
      if (i > 0 && bits[i] <= bits[i - 1]) {
        fail(node, fmt::format("bit {} after {} is out of order", bits[i], bits[i - 1]));
      }
      if ((bits[i] < l23.width) != (i < l23.active)) {
        fail(node, fmt::format("not exactly {} bits in L2/3", l23.active));
      }
      if ((bits[i] < l23.width + l5a.width) != (i < l23.active + l5a.active)) {
        fail(node, fmt::format("not exactly {} bits in L5a", l5a.active));
      }
      if (shape.has_roles() && i < l23.active + l5a.active &&
          shape.is_role_bit(bits[i]) != is_role_place(shape, static_cast<std::uint32_t>(i))) {
        fail(node, "not exactly as many bits for roles as its shape has");
      }
      if (i > 0 && i < l23.active && bits[i] / shape.cells_per_column == bits[i - 1] / shape.cells_per_column) {
        fail(node, fmt::format("two bits in column {}", bits[i] / shape.cells_per_column));
      }
    }
  }
}

}  // namespace columnar
