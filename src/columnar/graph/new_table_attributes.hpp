#pragma once

#include <string>

#include "columnar/attributes.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The attributes of nodes that a model does not know, from a table as text (table_reader.hpp): the first field of a
/// row is the id of its node, every other column is encoded by the names of the model's attributes. Throws
/// Error(kInput) for a row of a node that the model knows, for a second row of a node, and for what encode_new_table()
/// (text_table.hpp) refuses.
[[nodiscard]] NamedAttributes read_new_table_attributes(const std::string& path, const NodeIds& known,
                                                        const Attributes& model);

}  // namespace columnar
