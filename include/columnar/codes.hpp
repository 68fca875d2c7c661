#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/node_ids.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Which part of the code a table holds.
enum class Layer : std::uint8_t {
  kL23 = 0,     ///< winner cells: 8 active bits out of 1500 (SDR-8)
  kL5a = 1,     ///< readout only: 20 active bits out of 300
  kAll = 2,     ///< L5b = L2/3 and L5a: 28 active bits out of 1800 (SDR-28); L5a bit j is bit columns * cells + j
  kL6 = 3,      ///< nearby nodes: 20 active bits out of 2048
  kSearch = 4,  ///< L5b followed by L6: 48 active bits out of 3848
  kRoles = 5,   ///< the bits of L5b that say what part a node plays; a table of its own has them as kAll
};

/// Position of one layer in a code. All fields are 0 if the code does not have the layer.
struct LayerPart {
  std::uint32_t begin = 0;   ///< first bit
  std::uint32_t width = 0;   ///< number of bits
  std::uint32_t first = 0;   ///< index of its first active bit among all active bits
  std::uint32_t active = 0;  ///< number of active bits

  /// One past the last bit.
  [[nodiscard]] std::uint32_t end() const noexcept { return begin + width; }
};

/// The geometry of a code. Every code of a table has the same number of active bits.
struct SdrShape {
  std::uint32_t columns = 300;
  std::uint32_t cells_per_column = 5;
  std::uint32_t active_columns = 8;
  std::uint32_t l5a_size = 300;
  std::uint32_t l5a_active = 20;
  Layer layer = Layer::kAll;
  std::uint32_t l6_size = 0;  ///< 0 if the layer has no L6
  std::uint32_t l6_active = 0;
  RoleShare roles = {};  ///< included in the numbers above

  /// True if some columns are for roles.
  [[nodiscard]] bool has_roles() const noexcept { return roles.columns > 0; }
  /// True for a bit of L2/3 or L5a that belongs to the share of roles. For codes that have both layers.
  [[nodiscard]] bool is_role_bit(std::uint32_t bit) const noexcept {
    const std::uint32_t cells = l23_width();
    return bit < cells ? bit >= cells - roles.columns * cells_per_column
                       : bit >= cells + l5a_size - roles.l5a_size && bit < cells + l5a_size;
  }
  /// True if codes of this shape have the layer.
  [[nodiscard]] bool has_l23() const noexcept { return layer != Layer::kL5a && layer != Layer::kL6; }
  [[nodiscard]] bool has_l5a() const noexcept { return layer != Layer::kL23 && layer != Layer::kL6; }
  [[nodiscard]] bool has_l6() const noexcept { return layer == Layer::kL6 || layer == Layer::kSearch; }

  /// Number of L2/3 bits, even if the code does not include them.
  [[nodiscard]] std::uint32_t l23_width() const noexcept { return columns * cells_per_column; }
  /// Position of each layer.
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
  /// L2/3, L5a and L6.
  [[nodiscard]] std::array<LayerPart, 3> parts() const noexcept { return {l23(), l5a(), l6()}; }

  /// Bits per code: 1500, 300, 1800, 2048 or 3848 at the default sizes.
  [[nodiscard]] std::uint32_t width() const noexcept { return l23().width + l5a().width + l6().width; }
  /// Active bits per code: 8, 20, 28, 20 or 48 at the default sizes.
  [[nodiscard]] std::uint32_t active() const noexcept { return l23().active + l5a().active + l6().active; }
  bool operator==(const SdrShape&) const = default;
};

/// One sparse binary code (SDR: sparse distributed representation) per node. The active bits of row v, ascending, are
/// bits[v * active .. (v + 1) * active).
struct SdrTable {
  SdrShape shape;
  NodeIds ids;
  std::vector<std::uint16_t> bits;

  /// Number of codes.
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

/// The geometry of a layer (not kRoles) of codes that have it.
[[nodiscard]] SdrShape layer_shape(const SdrShape& whole, Layer layer) noexcept;

/// The same codes reduced to one layer. Throws Error(kConfig) if the table does not hold that layer completely.
[[nodiscard]] SdrTable select_layer(const SdrTable& table, Layer layer);

}  // namespace columnar
#pragma GCC visibility pop
