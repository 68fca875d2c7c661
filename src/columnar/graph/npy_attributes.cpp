#include "columnar/graph/npy_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/npy.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/attribute_rows.hpp"

namespace columnar {
namespace {

/// Throws unless the array is a matrix with entries. An extent of 0 makes the other one worthless: no byte backs it.
void require_matrix(const NpyHeader& header, const std::string& place) {
  if (header.shape.size() != 2) {
    fail_input(place, fmt::format("attributes need an array of two dimensions, this one has {}", header.shape.size()));
  }
  if (header.item_count == 0) {
    fail_input(place,
               fmt::format("an array of {} rows and {} columns holds no attributes", header.shape[0], header.shape[1]));
  }
  if (header.shape[1] > std::numeric_limits<std::int32_t>::max()) {
    fail_input(place, fmt::format("{} columns, from 1 to 2147483647 are possible", header.shape[1]));
  }
}

void require_finite_items(const std::vector<float>& items, std::size_t width, const std::string& place) {
  const auto bad = std::ranges::find_if(items, [](float item) { return !std::isfinite(item); });
  if (bad != items.end()) {
    const auto at = static_cast<std::size_t>(bad - items.begin());
    fail_input(place, fmt::format("row {}, column {}: not a finite number", at / width, at % width));
  }
}

/// The array, checked.
NpyArray read_matrix_array(const std::string& path) {
  NpyArray array = read_npy(path, NpzReader::kMaxArrayBytes);
  require_matrix(array.header, array.place);
  return array;
}

/// The chosen rows, without entries of 0. Values are left out if all are 1.
Attributes rows_of_array(const NpyArray& array, const std::vector<std::uint64_t>& rows) {
  const auto width = static_cast<std::size_t>(array.header.shape[1]);
  const std::vector<float> items = array.as<float>();
  require_finite_items(items, width, array.place);
  Attributes found;
  found.width = static_cast<std::uint32_t>(width);
  for (const std::uint64_t row : rows) {
    for (std::size_t column = 0; column < width; ++column) {
      if (const float item = items[row * width + column]; item != 0.0F) {
        found.indices.push_back(static_cast<std::uint32_t>(column));
        found.values.push_back(item);
      }
    }
    found.offsets.push_back(found.indices.size());
  }
  if (std::ranges::all_of(found.values, [](float value) { return value == 1.0F; })) {
    found.values = {};
  }
  return found;
}

}  // namespace

Attributes read_npy_attributes(const std::string& path, const NodeIds& ids) {
  const NpyArray array = read_matrix_array(path);
  return rows_of_array(array, numbered_rows(array.place, "the array", ids, array.header.shape[0]));
}

NamedAttributes read_new_npy_attributes(const std::string& path, const NodeIds& known, const Attributes& model) {
  const NpyArray array = read_matrix_array(path);
  Attributes shape;
  shape.width = static_cast<std::uint32_t>(array.header.shape[1]);
  require_columns_of(array.place, shape, model);
  const std::vector<std::uint64_t> rows = numbered_new_rows(array.place, "the array", known, array.header.shape[0]);
  NamedAttributes found;
  found.ids.integers.assign(rows.begin(), rows.end());
  found.attributes = rows_of_array(array, rows);
  return found;
}

}  // namespace columnar
