#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "columnar/core/bounded_json.hpp"

namespace columnar {

/// Bounds of JSON other than that of the program's own files: requests to a server.
struct JsonBounds {
  std::size_t bytes = kMaxJsonBytes;
  std::size_t depth = kMaxJsonDepth;
  std::size_t keys = kMaxJsonBytes;  ///< of one object, which takes the square of their number
};

/// parse_json() within other bounds.
[[nodiscard]] Json parse_json(std::string_view text, const std::string& place, const JsonBounds& bounds);

}  // namespace columnar
