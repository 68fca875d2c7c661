#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/node_ids.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Which part of the code a table holds.
enum class Layer : std::uint8_t {
  kL23 = 0,     ///< the winner cells: 8 of 1500 (SDR-8)
  kL5a = 1,     ///< the readout alone: 20 of 300
  kAll = 2,     ///< L5b, the union: 28 of 1800 (SDR-28); L5a bit j is bit columns * cells + j
  kL6 = 3,      ///< who is near: 20 of 2048
  kSearch = 4,  ///< L5b and, after its bits, L6: 48 of 3848
};

/// Where one layer lies in a code. All is 0 where the code has none of it.
struct LayerPart {
  std::uint32_t begin = 0;   ///< its first bit
  std::uint32_t width = 0;   ///< its bits
  std::uint32_t first = 0;   ///< its first among the active bits
  std::uint32_t active = 0;  ///< its active bits

  /// One past its last bit.
  [[nodiscard]] std::uint32_t end() const noexcept { return begin + width; }
};

/// The geometry of a code. Every code of a table has exactly the same number of active bits.
struct SdrShape {
  std::uint32_t columns = 300;
  std::uint32_t cells_per_column = 5;
  std::uint32_t active_columns = 8;
  std::uint32_t l5a_size = 300;
  std::uint32_t l5a_active = 20;
  Layer layer = Layer::kAll;
  std::uint32_t l6_size = 0;  ///< 0 where the layer has none
  std::uint32_t l6_active = 0;

  /// Whether codes of this shape have the layer.
  [[nodiscard]] bool has_l23() const noexcept { return layer != Layer::kL5a && layer != Layer::kL6; }
  [[nodiscard]] bool has_l5a() const noexcept { return layer != Layer::kL23 && layer != Layer::kL6; }
  [[nodiscard]] bool has_l6() const noexcept { return layer == Layer::kL6 || layer == Layer::kSearch; }

  /// Bits of L2/3, whether the code has them or not.
  [[nodiscard]] std::uint32_t l23_width() const noexcept { return columns * cells_per_column; }
  /// Where each layer lies.
  [[nodiscard]] LayerPart l23() const noexcept {
    return has_l23() ? LayerPart{0, l23_width(), 0, active_columns} : LayerPart{};
  }
  [[nodiscard]] LayerPart l5a() const noexcept {
    return has_l5a() ? LayerPart{l23().width, l5a_size, l23().active, l5a_active} : LayerPart{};
  }
  [[nodiscard]] LayerPart l6() const noexcept {
    return has_l6() ? LayerPart{l23().width + l5a().width, l6_size, l23().active + l5a().active, l6_active}
                    : LayerPart{};
  }
  /// The three of them.
  [[nodiscard]] std::array<LayerPart, 3> parts() const noexcept { return {l23(), l5a(), l6()}; }

  /// Bits of one code: 1500, 300, 1800, 2048 or 3848 at the default sizes.
  [[nodiscard]] std::uint32_t width() const noexcept { return l23().width + l5a().width + l6().width; }
  /// Active bits of one code: 8, 20, 28, 20 or 48 at the default sizes.
  [[nodiscard]] std::uint32_t active() const noexcept { return l23().active + l5a().active + l6().active; }
  bool operator==(const SdrShape&) const = default;
};

/// One sparse binary code per node: the active bits of row v, ascending, at bits[v * active .. (v + 1) * active).
struct SdrTable {
  SdrShape shape;
  NodeIds ids;
  std::vector<std::uint16_t> bits;

  /// How many codes there are.
  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  /// The active bits of one row.
  [[nodiscard]] std::span<const std::uint16_t> code(std::size_t node) const noexcept {
    return {bits.data() + node * shape.active(), shape.active()};
  }
  [[nodiscard]] std::span<std::uint16_t> code(std::size_t node) noexcept {
    return {bits.data() + node * shape.active(), shape.active()};
  }
  bool operator==(const SdrTable&) const = default;
};

/// The same codes reduced to one layer. Throws Error(kConfig) unless the table holds all of that layer.
[[nodiscard]] SdrTable select_layer(const SdrTable& table, Layer layer);

}  // namespace columnar
#pragma GCC visibility pop
