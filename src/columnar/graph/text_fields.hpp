#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "columnar/core/in_quotes.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// Spaces, tabs and commas separate columns, in any mixture except adjacent commas.
[[nodiscard]] constexpr bool is_separator(char c) noexcept { return c == ' ' || c == '\t' || c == ','; }

/// The first columns of a line, and the total number of columns.
struct Fields {
  static constexpr std::size_t kKept = 4;
  std::array<std::string_view, kKept> field;
  std::size_t count = 0;
};

/// Splits a line; the views are valid as long as the line. A blank line has no columns.
[[nodiscard]] inline Fields split_fields(std::string_view line) noexcept {
  Fields fields;
  const char* p = line.data();
  const char* const end = p + line.size();
  while (true) {
    while (p != end && is_separator(*p)) {
      ++p;
    }
    if (p == end) {
      return fields;
    }
    const char* const begin = p;
    while (p != end && !is_separator(*p)) {
      ++p;
    }
    if (fields.count < Fields::kKept) {
      fields.field[fields.count] = {begin, static_cast<std::size_t>(p - begin)};
    }
    ++fields.count;
  }
}

/// True if a line with commas has an empty column; the next column would otherwise take its place.
[[nodiscard]] bool has_empty_column(std::string_view line) noexcept;

/// "one column" or "3 columns", for error messages.
[[nodiscard]] std::string columns_text(std::size_t count);

/// Reads and splits the next line with columns; false at the end. Skips blank lines and comments, whose first column
/// begins with '#' or '%'. A NUL byte and an empty column are Errors.
[[nodiscard]] bool next_fields(LineReader& lines, Fields& fields);

/// A whole number from 0 in a column of a line. Throws Error(kInput) with the line and `what` it is ("number of
/// nodes").
[[nodiscard]] std::uint64_t parse_count(std::string_view text, std::string_view what, const LineReader& lines);

/// The row, from 0, of a node that a column names by its number, from 1.
[[nodiscard]] NodeIndex parse_index(std::string_view text, std::string_view what, std::uint64_t nodes,
                                    const LineReader& lines);

/// The ids of that many nodes where a format numbers them from 1.
[[nodiscard]] NodeIds ids_from_one(std::size_t nodes);

/// The weight in a column of a line; an invalid one throws Error that begins with place()
/// ("graph.tsv:17: weight is negative: -3"). A number too small for a double is 0.
[[nodiscard]] double parse_weight(std::string_view text, const std::function<std::string()>& place);

}  // namespace columnar
