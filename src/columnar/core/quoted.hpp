#pragma once

#include <string>
#include <string_view>

namespace columnar {

/// A piece of input fit for a one-line message: bytes that are not printable ASCII become '?', long text is cut. What a
/// hostile file holds must not reach a terminal as it is.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace columnar
