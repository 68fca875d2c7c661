#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace columnar {

/// JSON that keeps the insertion order of keys.
using Json = nlohmann::ordered_json;

/// Maximum nesting of parsed JSON. Ours has three levels. The library copies and prints values recursively, so deep
/// nesting would overflow the stack.
inline constexpr std::size_t kMaxJsonDepth = 64;

/// Maximum bytes of parsed JSON. Ours has about three thousand. An ordered object searches all earlier keys for each
/// new one, so time grows with the square of this limit.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 16;

/// Why a text is rejected as JSON ("not JSON", "JSON nested deeper than 64 levels"), or "" if it is accepted.
[[nodiscard]] std::string json_problem(std::string_view text);

/// Parses untrusted JSON (long texts: json_stream.hpp; nothing else does, tests/check_json.sh). Throws Error(kInput)
/// with the place and json_problem().
[[nodiscard]] Json parse_json(std::string_view text, const std::string& place);

}  // namespace columnar
