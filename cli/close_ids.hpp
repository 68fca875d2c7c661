#pragma once

#include <string>
#include <string_view>

#include "columnar/node_ids.hpp"

namespace columnar::cli {

/// "; did you mean 'ann', 'anna' or 'Anne'?": at most three ids that differ from the given one in case only, in
/// one character, by being longer, or in two characters of a long text; the closest first, then in the order of the
/// rows; "" if there are none. Looks at the first four million ids at most.
[[nodiscard]] std::string close_ids_text(std::string_view id, const NodeIds& ids);

}  // namespace columnar::cli
