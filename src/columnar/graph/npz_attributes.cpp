#include "columnar/graph/npz_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/npz.hpp"
#include "columnar/graph/plausible_rows.hpp"

namespace columnar {
namespace {

/// Up to this many columns, empty ones are kept.
constexpr std::uint32_t kPlainColumns = 65'536;

bool is_npz(const std::string& path) {
  return path.size() >= 4 && std::equal(path.end() - 4, path.end(), ".npz", [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

/// Renumbers the columns in order, without empty ones.
void drop_empty_columns(Attributes& features) {
  std::vector<std::uint32_t> columns = features.indices;
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  for (std::uint32_t& index : features.indices) {
    index = static_cast<std::uint32_t>(std::ranges::lower_bound(columns, index) - columns.begin());
  }
  features.width = std::max(1U, static_cast<std::uint32_t>(columns.size()));
}

/// The whole matrix, checked.
Attributes read_attributes(const NpzReader& file, const std::string& path) {
  const std::vector<std::uint64_t> shape = file.read_as<std::uint64_t>("attr_shape", NpzReader::kFewItems);
  if (shape.size() != 2) {
    fail_input(path, fmt::format("attr_shape has {} entries, a matrix needs 2", shape.size()));
  }
  if (shape[1] == 0 || shape[1] > std::numeric_limits<std::int32_t>::max()) {
    fail_input(path, fmt::format("attr_shape: {} columns, from 1 to 2147483647 are possible", shape[1]));
  }
  Attributes all;
  all.width = static_cast<std::uint32_t>(shape[1]);
  const std::uint64_t offsets = file.header("attr_indptr").item_count;
  if (offsets != shape[0] + 1) {
    fail_input(path, fmt::format("attr_indptr has {} entries, a matrix of {} rows needs one more than rows", offsets,
                                 shape[0]));
  }
  require_plausible_rows(path + ": features", shape[0], shape[0], file.file_bytes());
  all.offsets = file.read_as<std::uint64_t>("attr_indptr");
  all.indices = file.read_as<std::uint32_t>("attr_indices");
  all.values = file.read_as<float>("attr_data");
  if (all.offsets.front() != 0 || all.offsets.back() != all.indices.size()) {
    fail_input(path, fmt::format("attr_indptr runs from {} to {}, but attr_indices has {} entries", all.offsets.front(),
                                 all.offsets.back(), all.indices.size()));
  }
  if (all.values.size() != all.indices.size()) {
    fail_input(path,
               fmt::format("attr_data has {} entries, attr_indices has {}", all.values.size(), all.indices.size()));
  }
  for (std::size_t row = 0; row + 1 < all.offsets.size(); ++row) {
    if (all.offsets[row] > all.offsets[row + 1]) {
      fail_input(path, fmt::format("attr_indptr decreases at entry {}", row + 1));
    }
  }
  for (std::size_t i = 0; i < all.indices.size(); ++i) {
    if (all.indices[i] >= all.width) {
      fail_input(path, fmt::format("attr_indices[{}] is {}, the matrix has {} columns", i, all.indices[i], all.width));
    }
    if (!std::isfinite(all.values[i])) {
      fail_input(path, fmt::format("attr_data[{}] is not a finite number", i));
    }
  }
  if (all.width > kPlainColumns && all.width > all.indices.size()) {
    drop_empty_columns(all);  // a network has weights for each column, so the width must be bounded by the size of the
                              // file
  }
  return all;
}

}  // namespace

std::optional<Attributes> read_npz_attributes(const std::string& path, const NodeIds& ids) {
  if (!is_npz(path)) {
    return std::nullopt;
  }
  const NpzReader file(path);
  if (!file.has("attr_indptr")) {
    return std::nullopt;
  }
  if (ids.are_text()) {
    fail_input(path, "gives features by row number, but the ids of the graph are text");
  }
  const Attributes all = read_attributes(file, path);
  Attributes chosen;
  chosen.width = all.width;
  for (const std::int64_t id : ids.integers) {
    if (id < 0 || static_cast<std::uint64_t>(id) >= all.row_count()) {
      fail_input(path, fmt::format("features has {} rows, but the graph has a node {}", all.row_count(), id));
    }
    const auto row = static_cast<std::size_t>(id);
    for (std::uint64_t i = all.offsets[row]; i < all.offsets[row + 1]; ++i) {
      chosen.indices.push_back(all.indices[i]);
      chosen.values.push_back(all.values[i]);
    }
    chosen.offsets.push_back(chosen.indices.size());
  }
  if (std::ranges::all_of(chosen.values, [](float value) { return value == 1.0F; })) {
    chosen.values.clear();
  }
  return chosen;
}

}  // namespace columnar
