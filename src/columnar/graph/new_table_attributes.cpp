#include "columnar/graph/new_table_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/graph/encoded_column.hpp"
#include "columnar/graph/known_column.hpp"
#include "columnar/graph/table_attributes.hpp"
#include "columnar/graph/table_reader.hpp"

namespace columnar {
namespace {

std::vector<KnownColumn> known_columns(const TableReader& reader, const std::vector<std::string>& column_names,
                                       const Attributes& model) {
  if (model.names.empty()) {
    fail_input(reader.name(), fmt::format("is a table, but the attributes of the model are the {} columns of a matrix "
                                          "(.npy, .npz)",
                                          model.width));
  }
  const AttributeNames names(model.names);
  std::vector<KnownColumn> columns;
  columns.reserve(column_names.size());
  std::set<std::string> seen;
  for (const std::string& name : column_names) {
    if (!seen.insert(short_name(name)).second) {
      fail_input(reader.name(), fmt::format("two columns have the name {}", in_quotes(short_name(name))));
    }
    columns.emplace_back(name, names);
  }
  return columns;
}

/// Adds entries in ascending order, those of one attribute as one: the logarithm of a count is taken of the whole.
void add_row(std::vector<KnownColumn::Entry>& row, Attributes& attributes) {
  std::ranges::sort(row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0 && row[i].first == row[i - 1].first) {
      attributes.values.back() += row[i].second;
    } else {
      attributes.indices.push_back(row[i].first);
      attributes.values.push_back(row[i].second);
    }
  }
}

}  // namespace

NamedAttributes read_new_table_attributes(const std::string& path, const NodeIds& known, const Attributes& model) {
  TableReader reader(path);
  const std::vector<std::string> names = names_of_columns(reader);
  const std::vector<KnownColumn> columns = known_columns(reader, names, model);
  const auto place = [&reader] { return reader.place(); };
  NewRows rows(known);
  NamedAttributes found;
  Attributes& attributes = found.attributes;
  attributes.width = model.width;
  std::vector<KnownColumn::Entry> row;
  while (reader.next()) {
    rows.add(reader.fields()[0], "line", reader.line_number(), place);
    row.clear();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string_view value = trimmed_value(reader.fields()[i + 1]);
      if (value.empty()) {
        continue;
      }
      if (!columns[i].is_known()) {
        fail_input(reader.place(), fmt::format("the model has no column {}", in_quotes(names[i])));
      }
      columns[i].add(value, place, row);
    }
    add_row(row, attributes);
    attributes.offsets.push_back(attributes.indices.size());
  }
  if (std::ranges::all_of(attributes.values, [](float value) { return value == 1.0F; })) {
    attributes.values = {};
  }
  found.ids = std::move(rows).take_ids(reader.name());
  return found;
}

}  // namespace columnar
