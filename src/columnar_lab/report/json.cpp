#include "columnar_lab/report/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "columnar/files/utf8.hpp"

namespace columnar {
namespace {

/// What is not for display stands inside of strings alone, the line ends of the layout aside: there an escape says the
/// same.
std::string escaped_for_display(std::string text) {
  const auto is_plain = [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); };
  if (std::ranges::all_of(text, is_plain)) {
    return text;  // most of it, and an answer of a server is made for each request
  }
  std::string out;
  out.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view before = rest;
    const std::uint32_t point = take_code_point(rest);
    if (point == '\n' || is_displayable(point)) {
      out += before.substr(0, before.size() - rest.size());
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", point);
    }
  }
  return out;
}

}  // namespace

std::string json_text(const Json& json, bool one_line) {
  return escaped_for_display(json.dump(one_line ? -1 : 2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Json id_json(const NodeIds& ids, NodeIndex node) {
  return ids.are_text() ? Json(ids.texts[node]) : Json(ids.integers[node]);
}

Json number_json(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace columnar
