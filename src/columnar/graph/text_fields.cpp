#include "columnar/graph/text_fields.hpp"

#include <fmt/format.h>

#include <charconv>
#include <numeric>
#include <system_error>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/weight_text.hpp"

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

std::uint64_t parse_count(std::string_view text, std::string_view what, const LineReader& lines) {
  std::uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) {
    fail_input(lines.place(), fmt::format("{} is not a whole number: {}", what, in_quotes(text)));
  }
  return value;
}

NodeIndex parse_index(std::string_view text, std::string_view what, std::uint64_t nodes, const LineReader& lines) {
  const std::uint64_t value = parse_count(text, what, lines);
  if (value < 1 || value > nodes) {
    fail_input(lines.place(), fmt::format("{} {} is not between 1 and {}", what, value, nodes));
  }
  return static_cast<NodeIndex>(value - 1);
}

NodeIds ids_from_one(std::size_t nodes) {
  NodeIds ids;
  ids.integers.resize(nodes);
  std::iota(ids.integers.begin(), ids.integers.end(), std::int64_t{1});
  return ids;
}

double parse_weight(std::string_view text, const std::function<std::string()>& place) {
  const WeightText weight = weight_of_text(text);
  if (!weight.problem.empty()) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {}", place(), weight.problem));
  }
  return weight.value;
}

}  // namespace columnar
