#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "columnar/attributes.hpp"

namespace columnar::testing_support {

/// The attributes of a node by name.
using Row = std::map<std::string, float>;

inline Row row_of(const Attributes& attributes, std::size_t node) {
  Row row;
  for (std::uint64_t i = attributes.offsets[node]; i < attributes.offsets[node + 1]; ++i) {
    row[attributes.name(attributes.indices[i])] += attributes.value(i);
  }
  return row;
}

inline std::vector<Row> rows_of(const Attributes& attributes) {
  std::vector<Row> rows;
  for (std::size_t node = 0; node < attributes.row_count(); ++node) {
    rows.push_back(row_of(attributes, node));
  }
  return rows;
}

}  // namespace columnar::testing_support
