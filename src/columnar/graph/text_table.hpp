#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/graph/encoded_column.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// The columns of a table behind the ids, as text: of a file, or of a frame that Python holds.
struct TextTable {
  std::vector<std::string> names;
  std::vector<ColumnValues> columns;  ///< parallel to names, all of one length
  RowPlaces places;

  /// Adds a column without values; one without a name is known by its place.
  void add_column(std::string name);
};

/// The attributes of nodes: every column becomes attributes (encoded_column.hpp). `nodes` has the node of each row, and
/// every node once. Throws Error(kInput) for two columns of one name, and for what encode_column() refuses.
[[nodiscard]] Attributes encode_table(TextTable table, const std::vector<NodeIndex>& nodes);

/// The attributes of nodes that a model does not know, a row each, encoded by the names of the model's attributes
/// (known_column.hpp). The model may have columns that the table lacks. Throws Error(kInput) for a column with values
/// that the model does not have, for two columns of one name, and for a model whose attributes have no names.
[[nodiscard]] Attributes encode_new_table(const TextTable& table, std::size_t rows, const Attributes& model);

}  // namespace columnar
