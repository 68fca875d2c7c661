#include "columnar/core/bounded_json.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Counts brackets outside strings. Up to the first syntax error, at which the parser stops, this equals the parser's
/// nesting.
bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      in_string = !in_string;
    } else if (in_string) {
      i += c == '\\' ? 1 : 0;  // the escaped character may be a quotation mark
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonDepth) {
        return true;
      }
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

/// Why the text must not reach the parser, or "".
std::string bound_broken(std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return fmt::format("JSON of more than {} bytes", kMaxJsonBytes);
  }
  return is_too_deep(text) ? fmt::format("JSON nested deeper than {} levels", kMaxJsonDepth) : "";
}

constexpr const char* kNotJson = "not JSON";

}  // namespace

std::string json_problem(std::string_view text) {
  if (std::string broken = bound_broken(text); !broken.empty()) {
    return broken;
  }
  return Json::accept(text) ? "" : kNotJson;
}

Json parse_json(std::string_view text, const std::string& place) {
  if (const std::string broken = bound_broken(text); !broken.empty()) {
    throw Error(ErrorCode::kInput, place + ": " + broken);
  }
  Json parsed = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (parsed.is_discarded()) {
    throw Error(ErrorCode::kInput, place + ": " + kNotJson);
  }
  return parsed;
}

}  // namespace columnar
