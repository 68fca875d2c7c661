#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Codes of a small geometry, whole enough to see: two of three columns of two cells, one of two L5a bits.
inline SdrTable tiny_codes() {
  SdrTable table;
  table.shape = {.columns = 3, .cells_per_column = 2, .active_columns = 2, .l5a_size = 2, .l5a_active = 1};
  table.ids.integers = {7, -1};
  table.bits = {0, 3, 6, 2, 5, 7};
  return table;
}

/// Two of four columns of two cells, two of four L5a bits, two of four neurons of L6; half of the columns and of L5a is
/// for roles.
inline SdrTable tiny_codes_with_roles() {
  SdrTable table;
  table.shape = {.columns = 4,
                 .cells_per_column = 2,
                 .active_columns = 2,
                 .l5a_size = 4,
                 .l5a_active = 2,
                 .layer = Layer::kSearch,
                 .l6_size = 4,
                 .l6_active = 2,
                 .roles = {2, 1, 2, 1}};
  table.ids.integers = {7, -1};
  table.bits = {3, 5, 8, 10, 12, 15, 0, 7, 9, 11, 13, 14};
  return table;
}

/// Valid codes of the paper's sizes, different in every row.
inline SdrTable paper_codes(std::size_t nodes) {
  SdrTable table;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    table.ids.integers.push_back(std::int64_t{node} * 10 - 5);
    for (std::uint32_t i = 0; i < table.shape.active_columns; ++i) {
      const std::uint32_t column = i * 37 + node % 37;
      table.bits.push_back(static_cast<std::uint16_t>(column * 5 + (node + i) % 5));
    }
    for (std::uint32_t i = 0; i < table.shape.l5a_active; ++i) {
      table.bits.push_back(static_cast<std::uint16_t>(1500 + i * 15 + (node * 7 + i) % 15));
    }
  }
  return table;
}

inline SdrTable with_text_ids(SdrTable table) {
  for (std::size_t i = 0; i < table.ids.integers.size(); ++i) {
    table.ids.texts.push_back(
        "n\xC3\xB6"
        "de#" +
        std::to_string(i) + (i % 2 == 0 ? "\xFF" : ""));
  }
  table.ids.integers.clear();
  return table;
}

}  // namespace columnar
