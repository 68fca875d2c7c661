#pragma once

#include <optional>
#include <string>

#include "columnar/core/bounded_json.hpp"
#include "columnar/node_ids.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

/// What an experiment measured, for machines, as text, indented or in one line: the command prints it, Python turns it
/// into a dictionary. It is UTF-8 whatever a path or an id holds: bytes that are none become U+FFFD. Characters that a
/// terminal must not see (is_displayable) are escaped, so that a program reads them and a terminal does not.
[[nodiscard]] std::string json_text(const Json& json, bool one_line = false);

/// An id as the user wrote it: a number where all ids are numbers, else a text.
[[nodiscard]] Json id_json(const NodeIds& ids, NodeIndex node);

/// null where there is none.
[[nodiscard]] Json number_json(const std::optional<double>& value);

}  // namespace columnar
