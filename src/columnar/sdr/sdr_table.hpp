#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph/node_ids.hpp"

namespace columnar {

/// Which part of the code a table holds.
enum class Layer : std::uint8_t {
  kL23 = 0,  ///< the winner cells: 8 of 1500 (SDR-8)
  kL5a = 1,  ///< the readout alone: 20 of 300
  kAll = 2,  ///< L5b, the union: 28 of 1800 (SDR-28); L5a bit j is bit columns * cells + j
};

/// The geometry of a code. Every code of a table has exactly the same number of active bits.
struct SdrShape {
  std::uint32_t columns = 300;
  std::uint32_t cells_per_column = 5;
  std::uint32_t active_columns = 8;
  std::uint32_t l5a_size = 300;
  std::uint32_t l5a_active = 20;
  Layer layer = Layer::kAll;

  [[nodiscard]] std::uint32_t l23_width() const noexcept { return columns * cells_per_column; }
  /// Bits of one code: 1500, 300 or 1800 at the paper's sizes.
  [[nodiscard]] std::uint32_t width() const noexcept {
    return (layer == Layer::kL5a ? 0 : l23_width()) + (layer == Layer::kL23 ? 0 : l5a_size);
  }
  /// Active bits of one code: 8, 20 or 28 at the paper's sizes.
  [[nodiscard]] std::uint32_t active() const noexcept {
    return (layer == Layer::kL5a ? 0 : active_columns) + (layer == Layer::kL23 ? 0 : l5a_active);
  }
  bool operator==(const SdrShape&) const = default;
};

/// One sparse binary code a node: the active bits of row v, ascending, at bits[v * active .. (v + 1) * active).
struct SdrTable {
  SdrShape shape;
  NodeIds ids;
  std::vector<std::uint16_t> bits;

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] std::span<const std::uint16_t> code(std::size_t node) const noexcept {
    return {bits.data() + node * shape.active(), shape.active()};
  }
  [[nodiscard]] std::span<std::uint16_t> code(std::size_t node) noexcept {
    return {bits.data() + node * shape.active(), shape.active()};
  }
  bool operator==(const SdrTable&) const = default;
};

/// The same codes reduced to one layer. Throws Error(kConfig) unless the table holds that layer.
[[nodiscard]] SdrTable select_layer(const SdrTable& table, Layer layer);

}  // namespace columnar
