#pragma once

#include <string>
#include <string_view>

namespace columnar {

/// Input text made safe for a one-line message: bytes other than printable ASCII become '?', long text is cut. Raw
/// bytes of a hostile file must not reach a terminal.
[[nodiscard]] std::string in_quotes(std::string_view text);

}  // namespace columnar
