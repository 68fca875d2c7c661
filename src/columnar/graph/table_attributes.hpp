#pragma once

#include <string>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes in a table as text (table_reader.hpp): the first field of a row is the id of its node, every other
/// column becomes attributes (encoded_column.hpp). Throws Error(kInput) for a node without a row or with two, and for
/// what the two headers refuse.
[[nodiscard]] Attributes read_table_attributes(const std::string& path, const NodeIds& ids, UnknownRows policy);

/// The names of the columns behind the ids; one without a name is known by its place.
[[nodiscard]] std::vector<std::string> names_of_columns(const TableReader& reader);

}  // namespace columnar
