#include "columnar/sdr/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "columnar/error.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

/// The layer that includes both.
Layer joint_layer(const SdrShape& a, const SdrShape& b) {
  if (a.layer == b.layer) {
    return a.layer;
  }
  if (!a.has_l6() && !b.has_l6()) {
    return Layer::kAll;
  }
  if (!(a.has_l23() || b.has_l23()) || !(a.has_l5a() || b.has_l5a())) {
    throw Error(ErrorCode::kInput, fmt::format("codes: layers '{}' and '{}' cannot be put together without the rest",
                                               layer_flag(a.layer), layer_flag(b.layer)));
  }
  return Layer::kSearch;
}

/// The shape of joined codes, block by block. A block that neither has keeps the sizes of `a`.
SdrShape joint_shape(const SdrShape& a, const SdrShape& b) {
  SdrShape joint = a;
  if (b.has_l23()) {
    if (a.has_l23() && a.cells_per_column != b.cells_per_column) {
      throw Error(ErrorCode::kInput, fmt::format("codes: columns of {} cells and columns of {} cannot be put together",
                                                 a.cells_per_column, b.cells_per_column));
    }
    joint.columns = b.columns + (a.has_l23() ? a.columns : 0);
    joint.cells_per_column = b.cells_per_column;
    joint.active_columns = b.active_columns + a.l23().active;
  }
  if (b.has_l5a()) {
    joint.l5a_size = b.l5a_size + a.l5a().width;
    joint.l5a_active = b.l5a_active + a.l5a().active;
  }
  joint.l6_size = a.l6().width + b.l6().width;
  joint.l6_active = a.l6().active + b.l6().active;
  joint.layer = joint_layer(a, b);
  joint.roles = {};  // the columns for roles would no longer be the last ones
  check_shape(joint, "codes", ErrorCode::kInput);
  return joint;
}

}  // namespace

std::uint32_t overlap(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) noexcept {
  std::uint32_t shared = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const std::uint16_t left = a[i];
    const std::uint16_t right = b[j];
    shared += left == right ? 1 : 0;
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
  return shared;
}

Pattern set_union(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  Pattern bits;
  std::ranges::set_union(a, b, std::back_inserter(bits));
  return bits;
}

Pattern intersection(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  Pattern bits;
  std::ranges::set_intersection(a, b, std::back_inserter(bits));
  return bits;
}

Pattern difference(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) {
  Pattern bits;
  std::ranges::set_difference(a, b, std::back_inserter(bits));
  return bits;
}

std::vector<std::uint32_t> bit_counts(const SdrTable& codes, std::span<const NodeIndex> rows) {
  std::vector<std::uint32_t> counts(codes.shape.width());
  for (const NodeIndex row : rows) {
    if (row >= codes.size()) {
      throw Error(ErrorCode::kConfig,
                  fmt::format("rows: there is no row {}; the codes have {} rows", row, codes.size()));
    }
    for (const std::uint16_t bit : codes.code(row)) {
      ++counts[bit];
    }
  }
  return counts;
}

Pattern set_union(const SdrTable& codes, std::span<const NodeIndex> rows, std::uint32_t least) {
  const std::vector<std::uint32_t> counts = bit_counts(codes, rows);
  Pattern bits;
  for (std::size_t bit = 0; bit < counts.size(); ++bit) {
    if (counts[bit] >= std::max(least, 1U)) {
      bits.push_back(static_cast<std::uint16_t>(bit));
    }
  }
  return bits;
}

SdrTable concatenate(const SdrTable& a, const SdrTable& b) {
  check_codes(a, "codes", ErrorCode::kInput);
  check_codes(b, "codes", ErrorCode::kInput);
  if (a.ids != b.ids) {
    throw Error(ErrorCode::kInput, "codes: both tables must have the same nodes in the same order");
  }
  SdrTable joint{joint_shape(a.shape, b.shape), a.ids, {}};
  joint.bits.reserve(joint.size() * joint.shape.active());
  const auto parts = joint.shape.parts();
  const auto parts_of_a = a.shape.parts();
  const auto parts_of_b = b.shape.parts();
  for (std::size_t node = 0; node < joint.size(); ++node) {
    const auto append = [&](std::span<const std::uint16_t> code, const LayerPart& part, std::uint32_t begin) {
      for (const std::uint16_t bit : code.subspan(part.first, part.active)) {
        joint.bits.push_back(static_cast<std::uint16_t>(bit - part.begin + begin));
      }
    };
    for (std::size_t p = 0; p < parts.size(); ++p) {  // per layer: the bits of a, then those of b
      append(a.code(node), parts_of_a[p], parts[p].begin);
      append(b.code(node), parts_of_b[p], parts[p].begin + parts_of_a[p].width);
    }
  }
  return joint;
}

}  // namespace columnar
