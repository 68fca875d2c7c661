#include "columnar/graph/table_attributes.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "columnar/graph/table_reader.hpp"

namespace columnar {

TextTable table_without_rows(const TableReader& reader) {
  TextTable table;
  for (std::size_t i = 1; i < reader.header().size(); ++i) {
    table.add_column(reader.header()[i]);
  }
  table.places.file = reader.name();
  return table;
}

void add_row(const TableReader& reader, TextTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    table.columns[i].add(reader.fields()[i + 1]);
  }
  table.places.lines.push_back(reader.line_number());
}

Attributes read_table_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy) {
  TableReader reader(path);
  TextTable table = table_without_rows(reader);
  NamedRows rows(ids, policy);
  std::vector<NodeIndex> nodes;  // of each row
  while (reader.next()) {
    if (const auto node = rows.take(reader.fields()[0], "line", reader.line_number(), [&] { return reader.place(); })) {
      nodes.push_back(*node);
      add_row(reader, table);
    }
  }
  rows.require_all(reader.name(), ids);
  return encode_table(std::move(table), nodes);
}

}  // namespace columnar
