#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/graph/text_table.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes in a table as text (table_reader.hpp): the first field of a row is the id of its node, every other
/// column becomes attributes (text_table.hpp). Throws Error(kInput) for a node without a row or with two, and for what
/// the two headers refuse.
[[nodiscard]] Attributes read_table_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy);

/// The columns behind the ids that the header names.
[[nodiscard]] TextTable table_without_rows(const TableReader& reader);

/// Adds the row that was read last.
void add_row(const TableReader& reader, TextTable& table);

}  // namespace columnar
