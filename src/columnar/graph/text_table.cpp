#include "columnar/graph/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/known_column.hpp"

namespace columnar {
namespace {

/// Long names may be different and yet the same as attributes have them.
void require_different_names(const TextTable& table) {
  std::set<std::string> seen;
  for (const std::string& name : table.names) {
    if (!seen.insert(short_name(name)).second) {
      fail_input(table.places.file, fmt::format("two columns have the name {}", in_quotes(short_name(name))));
    }
  }
}

/// Encodes column by column; each is freed when its successor is done.
std::vector<EncodedColumn> encode_columns(TextTable& table) {
  std::vector<EncodedColumn> encoded;
  encoded.reserve(table.columns.size());
  std::size_t words = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ColumnValues values = std::move(table.columns[i]);
    encoded.push_back(encode_column(table.names[i], values, table.places, words));
  }
  return encoded;
}

/// Sets width, names and offsets.
Attributes shape_of(std::vector<EncodedColumn>& columns, const std::vector<NodeIndex>& nodes,
                    const std::string& place) {
  Attributes shape;
  shape.offsets.assign(nodes.size() + 1, 0);
  for (EncodedColumn& column : columns) {
    for (std::size_t row = 0; row < nodes.size(); ++row) {
      shape.offsets[nodes[row] + 1] += std::uint64_t{column.window} * (column.offsets[row + 1] - column.offsets[row]);
    }
    std::ranges::move(column.names, std::back_inserter(shape.names));  // leaves as many empty names
    if (shape.names.size() > std::numeric_limits<std::int32_t>::max()) {
      fail_input(place, "makes more than 2147483647 attributes");
    }
  }
  if (shape.names.empty()) {
    fail_input(place, "no column has a value");
  }
  shape.width = static_cast<std::uint32_t>(shape.names.size());
  std::partial_sum(shape.offsets.begin(), shape.offsets.end(), shape.offsets.begin());
  return shape;
}

/// Writes entries to their places: those of a row in the order of the columns.
class EntryWriter {
 public:
  EntryWriter(Attributes& attributes, bool counted)
      : attributes_(attributes), next_(attributes.offsets.begin(), attributes.offsets.end() - 1) {
    attributes.indices.resize(attributes.offsets.back());
    attributes.values.resize(counted ? attributes.offsets.back() : 0);
  }

  void write(NodeIndex node, std::uint32_t attribute, float value) {
    const std::uint64_t entry = next_[node]++;
    attributes_.indices[entry] = attribute;
    if (!attributes_.values.empty()) {
      attributes_.values[entry] = value;
    }
  }

 private:
  Attributes& attributes_;
  std::vector<std::uint64_t> next_;  ///< free entry of each node
};

void write_column(EntryWriter& writer, const EncodedColumn& column, const std::vector<NodeIndex>& nodes,
                  std::uint32_t first_attribute) {
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    for (std::uint32_t i = column.offsets[row]; i < column.offsets[row + 1]; ++i) {
      for (std::uint32_t step = 0; step < column.window; ++step) {
        writer.write(nodes[row], first_attribute + column.attributes[i] + step,
                     column.counts.empty() ? 1.0F : column.counts[i]);
      }
    }
  }
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
  attributes.offsets.push_back(attributes.indices.size());
}

}  // namespace

void TextTable::add_column(std::string name) {
  constexpr std::size_t kFirst = 2;  // the column before has the ids
  names.push_back(name.empty() ? fmt::format("column {}", names.size() + kFirst) : std::move(name));
  columns.emplace_back();
}

Attributes encode_table(TextTable table, const std::vector<NodeIndex>& nodes) {
  require_different_names(table);
  std::vector<EncodedColumn> columns = encode_columns(table);
  Attributes attributes = shape_of(columns, nodes, table.places.file);
  const auto repeats = [](const EncodedColumn& column) {
    return std::ranges::any_of(column.counts, [](float count) { return count != 1.0F; });
  };
  EntryWriter writer(attributes, std::ranges::any_of(columns, repeats));
  std::uint32_t first_attribute = 0;
  for (EncodedColumn& each : columns) {
    const EncodedColumn column = std::move(each);  // freed when it is written
    write_column(writer, column, nodes, first_attribute);
    first_attribute += static_cast<std::uint32_t>(column.names.size());
  }
  return attributes;
}

Attributes encode_new_table(const TextTable& table, std::size_t rows, const Attributes& model) {
  if (model.names.empty()) {
    fail_input(table.places.file, fmt::format("is a table, but the attributes of the model are the {} columns of a "
                                              "matrix (.npy, .npz)",
                                              model.width));
  }
  require_different_names(table);
  const AttributeNames names(model.names);
  std::vector<std::vector<KnownColumn::Entry>> entries(rows);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const KnownColumn column(table.names[i], names);
    table.columns[i].for_each([&](std::size_t row, std::string_view value) {
      if (!column.is_known()) {
        fail_input(table.places.of(row), fmt::format("the model has no column {}", in_quotes(table.names[i])));
      }
      column.add(
          value, [&] { return table.places.of(row); }, entries[row]);
    });
  }
  Attributes attributes;
  attributes.width = model.width;
  for (std::vector<KnownColumn::Entry>& row : entries) {
    add_row(row, attributes);
  }
  if (std::ranges::all_of(attributes.values, [](float value) { return value == 1.0F; })) {
    attributes.values = {};
  }
  return attributes;
}

}  // namespace columnar
