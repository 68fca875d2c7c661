#pragma once

#include <string>
#include <vector>

#include "columnar/graph/id_index.hpp"
#include "columnar/node_ids.hpp"

namespace columnar::cli {

/// The rows of the nodes that --node names, then of those in a file with one id per line ("" for none, "-" for standard
/// input). `place` is the file of the ids. Throws Error(kInput) for an id that is not there, Error(kConfig) if no node
/// is named.
[[nodiscard]] std::vector<NodeIndex> named_rows(const std::vector<std::string>& names, const std::string& list,
                                                const NodeIds& ids, const std::string& place);

}  // namespace columnar::cli
