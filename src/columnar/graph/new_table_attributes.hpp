#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes of nodes that a model does not know, from a table as text (table_reader.hpp): the first field of a
/// row is the id of its node, every other column is encoded by the names of the model's attributes (known_column.hpp).
/// The model may have columns that the table lacks. Throws Error(kInput) for a column with values that the model does
/// not have, for two columns of one name, for a model whose attributes have no names, for a row of a node that it knows
/// and for a second row of a node.
[[nodiscard]] NamedAttributes read_new_table_attributes(const std::string& path, const NodeIds& known,
                                                        const Attributes& model);

}  // namespace columnar
