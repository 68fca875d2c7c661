#include "columnar/graph/text_fields.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {

bool has_empty_column(std::string_view line) noexcept {
  if (line.find(',') == std::string_view::npos) {
    return false;
  }
  bool filled = false;  // text since the last comma
  for (const char c : line) {
    if (c == ',' && !filled) {
      return true;
    }
    filled = c != ',' && (filled || !is_separator(c));
  }
  return !filled;
}

std::string columns_text(std::size_t count) { return count == 1 ? "one column" : fmt::format("{} columns", count); }

bool next_fields(LineReader& lines, Fields& fields) {
  while (const auto line = lines.next()) {
    if (line->find('\0') != std::string_view::npos) {
      throw Error(ErrorCode::kInput, fmt::format("{}: a NUL byte; this is not a text file", lines.place()));
    }
    fields = split_fields(*line);
    if (fields.count > 0 && !fields.field[0].starts_with('#') && !fields.field[0].starts_with('%')) {
      if (has_empty_column(*line)) {
        throw Error(ErrorCode::kInput, fmt::format("{}: a column between commas is empty", lines.place()));
      }
      return true;
    }
  }
  return false;
}

double parse_weight(std::string_view text, const std::function<std::string()>& place) {
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  double weight = 0.0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), weight);
  const bool whole = end == digits.data() + digits.size() && !digits.empty() &&
                     !(text.size() > digits.size() && digits.front() == '-');
  if (problem == std::errc::result_out_of_range && whole) {
    if (digits.find("e-") == std::string_view::npos && digits.find("E-") == std::string_view::npos) {
      throw Error(ErrorCode::kInput, fmt::format("{}: weight is too large: {}", place(), in_quotes(text)));
    }
    return 0.0;
  }
  if (problem != std::errc{} || !whole) {
    throw Error(ErrorCode::kInput, fmt::format("{}: weight is not a number: {}", place(), in_quotes(text)));
  }
  if (const char* reason = weight_problem(weight); reason != nullptr) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {}: {}", place(), reason, text));
  }
  return weight;
}

}  // namespace columnar
