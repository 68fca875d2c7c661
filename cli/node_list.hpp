#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "columnar/graph/id_index.hpp"
#include "columnar/node_ids.hpp"

namespace columnar::cli {

/// The row of an id. Error(kInput) that begins with the place and names close ids if there is no such node.
[[nodiscard]] NodeIndex row_of(const std::string& place, std::string_view name, const IdIndex& index,
                               const NodeIds& ids);

/// The rows of the ids in a file ("-" for standard input), one per line, whatever a line holds. Error(kInput) if there
/// are none.
[[nodiscard]] std::vector<NodeIndex> rows_in_file(const std::string& path, const IdIndex& index, const NodeIds& ids);

}  // namespace columnar::cli
