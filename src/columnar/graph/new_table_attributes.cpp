#include "columnar/graph/new_table_attributes.hpp"

#include <utility>

#include "columnar/graph/attribute_rows.hpp"
#include "columnar/graph/table_attributes.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/graph/text_table.hpp"

namespace columnar {

NamedAttributes read_new_table_attributes(const std::string& path, const NodeIds& known, const Attributes& model) {
  TableReader reader(path);
  TextTable table = table_without_rows(reader);
  NewRows rows(known);
  while (reader.next()) {
    rows.add(reader.fields()[0], "line", reader.line_number(), [&reader] { return reader.place(); });
    add_row(reader, table);
  }
  NamedAttributes found;
  found.ids = std::move(rows).take_ids(reader.name());
  found.attributes = encode_new_table(table, found.ids.size(), model);
  return found;
}

}  // namespace columnar
