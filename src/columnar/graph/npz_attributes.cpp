#include "columnar/graph/npz_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
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

/// How many rows and columns the headers claim, checked before anything larger is read.
Attributes empty_matrix(const NpzReader& file, const std::string& path, const std::string& prefix) {
  const std::vector<std::uint64_t> shape = file.read_as<std::uint64_t>(prefix + "shape", NpzReader::kFewItems);
  if (shape.size() != 2) {
    fail_input(path, fmt::format("{}shape has {} entries, a matrix needs 2", prefix, shape.size()));
  }
  if (shape[1] == 0 || shape[1] > std::numeric_limits<std::int32_t>::max()) {
    fail_input(path, fmt::format("{}shape: {} columns, from 1 to 2147483647 are possible", prefix, shape[1]));
  }
  const std::uint64_t offsets = file.header(prefix + "indptr").item_count;
  if (offsets == 0 || offsets - 1 != shape[0]) {
    fail_input(path, fmt::format("{}indptr has {} entries, a matrix of {} rows needs one more than rows", prefix,
                                 offsets, shape[0]));
  }
  require_plausible_rows(path + ": features", shape[0], shape[0], file.file_bytes());
  Attributes matrix;
  matrix.width = static_cast<std::uint32_t>(shape[1]);
  return matrix;
}

/// Throws unless the arrays of a matrix agree and its values are finite.
void check_matrix(const Attributes& all, const std::string& path, const std::string& prefix) {
  if (all.offsets.front() != 0 || all.offsets.back() != all.indices.size()) {
    fail_input(path, fmt::format("{}indptr runs from {} to {}, but {}indices has {} entries", prefix,
                                 all.offsets.front(), all.offsets.back(), prefix, all.indices.size()));
  }
  if (all.values.size() != all.indices.size()) {
    fail_input(path, fmt::format("{}data has {} entries, {}indices has {}", prefix, all.values.size(), prefix,
                                 all.indices.size()));
  }
  for (std::size_t row = 0; row + 1 < all.offsets.size(); ++row) {
    if (all.offsets[row] > all.offsets[row + 1]) {
      fail_input(path, fmt::format("{}indptr decreases at entry {}", prefix, row + 1));
    }
  }
  for (std::size_t i = 0; i < all.indices.size(); ++i) {
    if (all.indices[i] >= all.width) {
      fail_input(path,
                 fmt::format("{}indices[{}] is {}, the matrix has {} columns", prefix, i, all.indices[i], all.width));
    }
    if (!std::isfinite(all.values[i])) {
      fail_input(path, fmt::format("{}data[{}] is not a finite number", prefix, i));
    }
  }
}

/// The whole matrix, checked. The names of its arrays begin with the prefix.
Attributes read_matrix(const NpzReader& file, const std::string& path, const std::string& prefix) {
  Attributes all = empty_matrix(file, path, prefix);
  all.offsets = file.read_as<std::uint64_t>(prefix + "indptr");
  all.indices = file.read_as<std::uint32_t>(prefix + "indices");
  all.values = file.read_as<float>(prefix + "data");
  check_matrix(all, path, prefix);
  return all;
}

/// Bounds the width by the size of the file, because a network has weights for each column.
void bound_width(Attributes& all) {
  if (all.width > kPlainColumns && all.width > all.indices.size()) {
    drop_empty_columns(all);
  }
}

/// An array of texts or integers, as many as the matrix has rows or columns.
std::vector<std::string> read_names(const NpzReader& file, const std::string& array, std::uint64_t count) {
  const NpyHeader header = file.header(array);
  if (header.shape.size() != 1 || header.item_count != count) {
    fail_input(file.place(array), fmt::format("expected one dimension of {} entries, found {} of {}", count,
                                              header.shape.size(), header.item_count));
  }
  if (header.kind == NpyKind::kUnicode || header.kind == NpyKind::kBytes) {
    return file.read_strings(array);
  }
  std::vector<std::string> texts;
  for (const std::int64_t number : file.read_as<std::int64_t>(array)) {
    texts.push_back(std::to_string(number));
  }
  return texts;
}

/// The row of each node, by the array `ids`.
std::vector<std::uint64_t> rows_by_id(const NpzReader& file, std::uint64_t row_count, const NodeIds& ids,
                                      UnknownRows policy) {
  const std::string place = file.place("ids");
  const std::vector<std::string> names = read_names(file, "ids", row_count);
  NamedRows named(ids, policy);
  std::vector<std::uint64_t> rows(ids.size());
  for (std::uint64_t row = 0; row < names.size(); ++row) {
    const auto entry = [&] { return fmt::format("{}: entry {}", place, row); };
    if (const auto node = named.take(names[row], "entry", row, entry)) {
      rows[*node] = row;
    }
  }
  named.require_all(place, ids);
  return rows;
}

void require_csr(const NpzReader& file, const std::string& path) {
  if (!file.has("indptr") && !file.has("format")) {
    fail_input(path, "holds no attributes: neither attr_indptr (gnn-benchmark) nor indptr (SciPy) is in it");
  }
  if (!file.has("format")) {
    return;
  }
  const std::vector<std::string> format = file.read_strings("format", NpzReader::kFewItems);
  if (format.size() != 1 || format[0] != "csr") {
    fail_input(path, fmt::format("SciPy format {} is not supported here, only csr: convert the matrix by .tocsr()",
                                 in_quotes(format.empty() ? "" : format[0])));
  }
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
  Attributes all = read_matrix(file, path, "attr_");
  bound_width(all);
  const std::vector<std::uint64_t> rows = numbered_rows(path, "features", ids, all.row_count());
  return select_rows(std::move(all), rows);
}

Attributes read_scipy_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  const NpzReader file(path);
  require_csr(file, path);
  Attributes all = read_matrix(file, path, "");
  if (file.has("names")) {
    all.names = read_names(file, "names", all.width);
  } else {
    bound_width(all);
  }
  const std::vector<std::uint64_t> rows = file.has("ids") ? rows_by_id(file, all.row_count(), ids, policy)
                                                          : numbered_rows(path, "the matrix", ids, all.row_count());
  return select_rows(std::move(all), rows);
}

NamedAttributes read_new_npz_attributes(const std::string& path, const NodeIds& known, const Attributes& model) {
  const NpzReader file(path);
  const bool is_scipy = !file.has("attr_indptr");
  if (is_scipy) {
    require_csr(file, path);
  }
  Attributes all = read_matrix(file, path, is_scipy ? "" : "attr_");
  if (is_scipy && file.has("names")) {
    all.names = read_names(file, "names", all.width);
  }
  require_columns_of(path, all, model);
  NamedAttributes found;
  std::vector<std::uint64_t> rows;
  if (is_scipy && file.has("ids")) {
    const std::string place = file.place("ids");
    const std::vector<std::string> names = read_names(file, "ids", all.row_count());
    NewRows named(known);
    for (std::uint64_t row = 0; row < names.size(); ++row) {
      named.add(names[row], "entry", row, [&] { return fmt::format("{}: entry {}", place, row); });
      rows.push_back(row);
    }
    found.ids = std::move(named).take_ids(place);
  } else {
    rows = numbered_new_rows(path, is_scipy ? "the matrix" : "features", known, all.row_count());
    found.ids.integers.assign(rows.begin(), rows.end());
  }
  found.attributes = select_rows(std::move(all), rows);
  return found;
}

}  // namespace columnar
