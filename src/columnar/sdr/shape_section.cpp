#include "columnar/sdr/shape_section.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::size_t kShapeBytes = 32;  // six u32 and a u64

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

void add_l6_shape(SectionedFileWriter& writer, const SdrShape& shape) {
  if (shape.has_l6()) {
    writer.add_array("shape.l6", std::span<const std::uint32_t>(std::array{shape.l6_size, shape.l6_active}));
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
    const std::vector<std::uint32_t> sizes = file.array<std::uint32_t>("shape.l6");
    if (sizes.size() != 2) {
      fail_input(file.name(), fmt::format("its shape of L6 has {} numbers, not 2", sizes.size()));
    }
    stored.shape.l6_size = sizes[0];
    stored.shape.l6_active = sizes[1];
  }
  if (stored.nodes > std::numeric_limits<NodeIndex>::max()) {
    fail_input(file.name(), fmt::format("{} nodes are more than 32 bits can count", stored.nodes));
  }
  check_shape(stored.shape, file.name(), ErrorCode::kInput);
  return stored;
}

}  // namespace columnar
