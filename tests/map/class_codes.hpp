#pragma once

#include "columnar/codes.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph.hpp"

namespace columnar::testing_codes {

/// Codes of the full shape: nodes of a class share several bits, those of different classes none. At most three
/// classes.
inline SdrTable class_codes(const Labels& labels, std::uint64_t seed) {
  SdrTable table;
  const KeyedRandom random(seed, Purpose::kProbe);
  const SdrShape shape = table.shape;
  for (std::size_t node = 0; node < labels.classes.size(); ++node) {
    table.ids.integers.push_back(static_cast<std::int64_t>(node));
    const auto label = static_cast<std::uint32_t>(labels.classes[node]);
    for (std::uint32_t i = 0; i < shape.active_columns; ++i) {
      const auto column = i * 37U + label * 10U + static_cast<std::uint32_t>(random.below(3, node, 2 * i));
      const auto cell = static_cast<std::uint32_t>(random.below(2, node, 2 * i + 1));
      table.bits.push_back(static_cast<std::uint16_t>(column * shape.cells_per_column + cell));
    }
    for (std::uint32_t i = 0; i < shape.l5a_active; ++i) {
      const auto bit =
          shape.l23_width() + i * 15U + label * 5U + static_cast<std::uint32_t>(random.below(5, node, 100 + i));
      table.bits.push_back(static_cast<std::uint16_t>(bit));
    }
  }
  return table;
}

}  // namespace columnar::testing_codes
