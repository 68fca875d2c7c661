#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "columnar/node_ids.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Attributes of nodes (words of a paper, categories, numbers) in compressed sparse rows: row i belongs to node i of a
/// graph. The entries of a row may be in any order; a repeated column counts with the sum.
struct Attributes {
  std::vector<std::uint64_t> offsets{0};  ///< n + 1
  std::vector<std::uint32_t> indices;     ///< offsets.back() columns, each below width
  std::vector<float> values;              ///< parallel to indices; empty when every value is 1
  std::uint32_t width = 0;                ///< number of columns
  std::vector<std::string> names;         ///< one per column, or empty: columns then are known by their number

  /// Number of rows.
  [[nodiscard]] std::size_t row_count() const noexcept { return offsets.size() - 1; }
  /// Value of an entry.
  [[nodiscard]] float value(std::uint64_t entry) const noexcept { return values.empty() ? 1.0F : values[entry]; }
  /// Name of a column, for people.
  [[nodiscard]] std::string name(std::uint32_t column) const {
    return names.empty() ? "attribute " + std::to_string(column) : names[column];
  }
  bool operator==(const Attributes&) const = default;
};

/// Attributes of some nodes, by id.
struct NamedAttributes {
  NodeIds ids;            ///< one per row, all different
  Attributes attributes;  ///< columns as in the model
};

}  // namespace columnar
#pragma GCC visibility pop
