#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "columnar/core/in_quotes.hpp"
#include "columnar/files/input_file.hpp"

namespace columnar {

/// Spaces, tabs and commas separate columns, in any mixture except adjacent commas.
[[nodiscard]] constexpr bool is_separator(char c) noexcept { return c == ' ' || c == '\t' || c == ','; }

/// The first columns of a line, and the total number of columns.
struct Fields {
  static constexpr std::size_t kKept = 4;
  std::array<std::string_view, kKept> field;
  std::size_t count = 0;
  /// The line from this column on, to its end.
  [[nodiscard]] std::string_view from(std::size_t column) const noexcept {
    return line.substr(static_cast<std::size_t>(field[column].data() - line.data()));
  }
  std::string_view line;
};

/// Splits a line; the views are valid as long as the line. A blank line has no columns.
[[nodiscard]] inline Fields split_fields(std::string_view line) noexcept {
  Fields fields;
  fields.line = line;
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
/// begins with '#' or '%'. A NUL byte is an Error, and so is an empty column, unless the third begins a dictionary.
[[nodiscard]] bool next_fields(LineReader& lines, Fields& fields);

/// The weight in a column of the last line; an invalid one throws Error ("graph.tsv:17: weight is negative: -3"). A
/// number too small for a double is 0.
[[nodiscard]] double parse_weight(std::string_view text, const LineReader& lines);

}  // namespace columnar
