#include "columnar/sdr/shape_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/role_numbers.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::size_t kShapeBytes = 32;  // six u32 and a u64

/// The numbers of a section of optional sizes.
template <std::size_t N>
std::array<std::uint32_t, N> read_sizes(const SectionedFile& file, const char* section, const char* what) {
  const std::vector<std::uint32_t> sizes = file.array<std::uint32_t>(section);
  if (sizes.size() != N) {
    fail_input(file.name(), fmt::format("its shape of {} has {} numbers, not {}", what, sizes.size(), N));
  }
  std::array<std::uint32_t, N> numbers{};
  std::ranges::copy(sizes, numbers.begin());
  return numbers;
}

}  // namespace

void add_shape(SectionedFileWriter& writer, const SdrShape& shape, std::uint64_t nodes) {
  std::vector<std::byte> bytes;
  for (const std::uint32_t number : {shape.columns, shape.cells_per_column, shape.active_columns, shape.l5a_size,
                                     shape.l5a_active, static_cast<std::uint32_t>(shape.layer)}) {
    append_little_endian(bytes, number);
  }
  append_little_endian(bytes, nodes);
  writer.add("shape", std::move(bytes));
}

void add_optional_shapes(SectionedFileWriter& writer, const SdrShape& shape) {
  if (shape.has_l6()) {
    writer.add_array("shape.l6", std::span<const std::uint32_t>(std::array{shape.l6_size, shape.l6_active}));
  }
  if (shape.has_roles()) {
    writer.add_array("shape.roles", std::span<const std::uint32_t>(role_numbers(shape.roles)));
  }
}

StoredShape read_shape(const SectionedFile& file) {
  const auto bytes = file.section("shape");
  if (bytes.size() != kShapeBytes) {
    fail_input(file.name(), fmt::format("its shape has {} bytes, not {}", bytes.size(), kShapeBytes));
  }
  const auto field = [&](std::size_t i) { return load_little_endian<std::uint32_t>(bytes.data() + 4 * i); };
  const std::uint32_t layer = field(5);
  if (layer > static_cast<std::uint32_t>(Layer::kSearch)) {
    fail_input(file.name(), fmt::format("unknown layer {}", layer));
  }
  StoredShape stored;
  stored.shape = {field(0), field(1), field(2), field(3), field(4), static_cast<Layer>(layer), 0, 0};
  stored.nodes = load_little_endian<std::uint64_t>(bytes.data() + 24);
  if (stored.shape.has_l6()) {
    const auto sizes = read_sizes<2>(file, "shape.l6", "L6");
    stored.shape.l6_size = sizes[0];
    stored.shape.l6_active = sizes[1];
  }
  if (file.has("shape.roles")) {
    stored.shape.roles = role_share_of(read_sizes<4>(file, "shape.roles", "roles"));
  }
  if (stored.nodes > std::numeric_limits<NodeIndex>::max()) {
    fail_input(file.name(), fmt::format("{} nodes are more than 32 bits can count", stored.nodes));
  }
  check_shape(stored.shape, file.name(), ErrorCode::kInput);
  return stored;
}

}  // namespace columnar
