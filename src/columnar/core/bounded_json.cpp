#include "columnar/core/bounded_json.hpp"

#include <fmt/format.h>

#include <vector>

#include "columnar/core/json_bounds.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Counts brackets and colons outside strings. Up to the first syntax error, at which the parser stops, these equal the
/// parser's nesting and the keys of each object.
std::string structure_problem(std::string_view text, const JsonBounds& bounds) {
  std::vector<std::size_t> keys;  // of the open brackets
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      i += c == '\\' ? 1 : 0;  // the escaped character may be a quotation mark
    } else if (c == '[' || c == '{') {
      if (keys.size() == bounds.depth) {
        return fmt::format("JSON nested deeper than {} levels", bounds.depth);
      }
      keys.push_back(0);
    } else if ((c == ']' || c == '}') && !keys.empty()) {
      keys.pop_back();
    } else if (c == ':' && !keys.empty() && ++keys.back() > bounds.keys) {
      return fmt::format("a JSON object of more than {} keys", bounds.keys);
    }
  }
  return "";
}

/// Why the text must not reach the parser, or "".
std::string bound_broken(std::string_view text, const JsonBounds& bounds) {
  return text.size() > bounds.bytes ? fmt::format("JSON of more than {} bytes", bounds.bytes)
                                    : structure_problem(text, bounds);
}

constexpr const char* kNotJson = "not JSON";

}  // namespace

std::string json_problem(std::string_view text) {
  if (std::string broken = bound_broken(text, {}); !broken.empty()) {
    return broken;
  }
  return Json::accept(text) ? "" : kNotJson;
}

Json parse_json(std::string_view text, const std::string& place) { return parse_json(text, place, JsonBounds()); }

Json parse_json(std::string_view text, const std::string& place, const JsonBounds& bounds) {
  if (const std::string broken = bound_broken(text, bounds); !broken.empty()) {
    throw Error(ErrorCode::kInput, place + ": " + broken);
  }
  Json parsed = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (parsed.is_discarded()) {
    throw Error(ErrorCode::kInput, place + ": " + kNotJson);
  }
  return parsed;
}

}  // namespace columnar
