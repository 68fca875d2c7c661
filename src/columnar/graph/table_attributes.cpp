#include "columnar/graph/table_attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/graph/encoded_column.hpp"
#include "columnar/graph/table_reader.hpp"

namespace columnar {
namespace {

/// The rows of a table that belong to nodes, in the order of the file.
struct NodeTable {
  std::vector<std::string> names;     ///< of the columns behind the ids
  std::vector<ColumnValues> columns;  ///< parallel to names
  std::vector<NodeIndex> nodes;       ///< of each row; every node of the graph once
  RowPlaces places;
};

NodeTable read_node_table(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  TableReader reader(path);
  NodeTable table;
  table.names = names_of_columns(reader);
  table.columns.resize(table.names.size());
  table.places.file = reader.name();
  NamedRows rows(ids, policy);
  while (reader.next()) {
    const auto node = rows.take(reader.fields()[0], "line", reader.line_number(), [&] { return reader.place(); });
    if (!node) {
      continue;
    }
    table.nodes.push_back(*node);
    table.places.lines.push_back(reader.line_number());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      table.columns[i].add(reader.fields()[i + 1]);
    }
  }
  rows.require_all(reader.name(), ids);
  return table;
}

/// Encodes column by column; each is freed when its successor is done.
std::vector<EncodedColumn> encode_columns(NodeTable& table) {
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
Attributes shape_of(std::vector<EncodedColumn>& columns, const NodeTable& table) {
  Attributes shape;
  shape.offsets.assign(table.nodes.size() + 1, 0);
  for (EncodedColumn& column : columns) {
    for (std::size_t row = 0; row < table.nodes.size(); ++row) {
      shape.offsets[table.nodes[row] + 1] +=
          std::uint64_t{column.window} * (column.offsets[row + 1] - column.offsets[row]);
    }
    std::ranges::move(column.names, std::back_inserter(shape.names));  // leaves as many empty names
    if (shape.names.size() > std::numeric_limits<std::int32_t>::max()) {
      fail_input(table.places.file, "makes more than 2147483647 attributes");
    }
  }
  if (shape.names.empty()) {
    fail_input(table.places.file, "no column has a value");
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

}  // namespace

std::vector<std::string> names_of_columns(const TableReader& reader) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < reader.header().size(); ++i) {
    const std::string& name = reader.header()[i];
    names.push_back(name.empty() ? fmt::format("column {}", i + 1) : name);
  }
  return names;
}

Attributes read_table_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  NodeTable table = read_node_table(path, ids, policy);
  std::vector<EncodedColumn> columns = encode_columns(table);
  Attributes attributes = shape_of(columns, table);
  const auto repeats = [](const EncodedColumn& column) {
    return std::ranges::any_of(column.counts, [](float count) { return count != 1.0F; });
  };
  EntryWriter writer(attributes, std::ranges::any_of(columns, repeats));
  std::uint32_t first_attribute = 0;
  for (EncodedColumn& each : columns) {
    const EncodedColumn column = std::move(each);  // freed when it is written
    write_column(writer, column, table.nodes, first_attribute);
    first_attribute += static_cast<std::uint32_t>(column.names.size());
  }
  return attributes;
}

}  // namespace columnar
