#include "columnar/sdr/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "columnar/core/error.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

bool has_l23(const SdrShape& shape) { return shape.layer != Layer::kL5a; }
bool has_l5a(const SdrShape& shape) { return shape.layer != Layer::kL23; }

/// The shape of codes of both, block by block. A block that neither has stays as `a` says it was.
SdrShape joint_shape(const SdrShape& a, const SdrShape& b) {
  SdrShape joint = a;
  if (has_l23(b)) {
    if (has_l23(a) && a.cells_per_column != b.cells_per_column) {
      throw Error(ErrorCode::kInput, fmt::format("codes: columns of {} cells and columns of {} cannot be put together",
                                                 a.cells_per_column, b.cells_per_column));
    }
    joint.columns = b.columns + (has_l23(a) ? a.columns : 0);
    joint.cells_per_column = b.cells_per_column;
    joint.active_columns = b.active_columns + (has_l23(a) ? a.active_columns : 0);
  }
  if (has_l5a(b)) {
    joint.l5a_size = b.l5a_size + (has_l5a(a) ? a.l5a_size : 0);
    joint.l5a_active = b.l5a_active + (has_l5a(a) ? a.l5a_active : 0);
  }
  joint.layer = a.layer == b.layer ? a.layer : Layer::kAll;
  check_shape(joint, "codes", ErrorCode::kInput);
  return joint;
}

/// One layer of a code, its bits counted from the start of the layer.
struct LayerBits {
  std::span<const std::uint16_t> bits;
  std::uint32_t begin;
};

LayerBits l23_of(const SdrTable& codes, std::size_t node) {
  return {codes.code(node).first(has_l23(codes.shape) ? codes.shape.active_columns : 0), 0};
}

LayerBits l5a_of(const SdrTable& codes, std::size_t node) {
  return {codes.code(node).last(has_l5a(codes.shape) ? codes.shape.l5a_active : 0),
          has_l23(codes.shape) ? codes.shape.l23_width() : 0};
}

void append(Pattern& bits, const LayerBits& layer, std::uint32_t begin) {
  for (const std::uint16_t bit : layer.bits) {
    bits.push_back(static_cast<std::uint16_t>(bit - layer.begin + begin));
  }
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
      throw Error(ErrorCode::kConfig, fmt::format("rows: {} is none of the {} rows of codes", row, codes.size()));
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
  const std::uint32_t l23_of_b = has_l23(a.shape) ? a.shape.l23_width() : 0;
  const std::uint32_t l5a = has_l23(joint.shape) ? joint.shape.l23_width() : 0;
  const std::uint32_t l5a_of_b = l5a + (has_l5a(a.shape) ? a.shape.l5a_size : 0);
  for (std::size_t node = 0; node < joint.size(); ++node) {
    append(joint.bits, l23_of(a, node), 0);
    append(joint.bits, l23_of(b, node), l23_of_b);
    append(joint.bits, l5a_of(a, node), l5a);
    append(joint.bits, l5a_of(b, node), l5a_of_b);
  }
  return joint;
}

}  // namespace columnar
