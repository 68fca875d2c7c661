#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace columnar {

/// JSON whose keys keep the order in which they were put in.
using Json = nlohmann::ordered_json;

/// Levels of arrays and objects in a text that is read. Ours have three; the library copies and prints a value by
/// calling itself once a level, so that a text of many levels would take the stack of the process.
inline constexpr std::size_t kMaxJsonDepth = 64;

/// Bytes of a text that is read. Ours have about three thousand. An object that keeps its order looks for each new key
/// among those before it: the time grows with the square of what is allowed here.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 16;

/// Why the program does not take a text for JSON ("not JSON", "JSON nested deeper than 64 levels"), or "" where it
/// does.
[[nodiscard]] std::string json_problem(std::string_view text);

/// The value of a text, which may come from anyone: the one place of the program where JSON is parsed
/// (tests/check_json.sh). Throws Error(kInput), the place and json_problem(), where there is one.
[[nodiscard]] Json parse_json(std::string_view text, const std::string& place);

}  // namespace columnar
