#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/input_file.hpp"

namespace columnar {

/// Reads a table as text, plain or gzip: a header, then rows of as many fields. Blank lines are skipped. Fields are
/// separated by tabs if the header has one, else by commas if it has one outside quotes, else by semicolons; spaces
/// around them are dropped.
///
/// Between commas or semicolons, a field in quotes may hold separators, and two quotes for one (RFC 4180), but no line
/// break. Between tabs a quote is an ordinary character, except that quotes around a whole field are dropped, because
/// titles such as `"Who?" and why` are common there.
///
/// Throws Error(kInput) that begins with file and line for a header without a separator, rows of another length, quotes
/// that do not match, and a NUL byte.
class TableReader {
 public:
  explicit TableReader(const std::string& path);

  /// Names of the columns.
  [[nodiscard]] const std::vector<std::string>& header() const noexcept { return header_; }

  /// Reads the next row; false at the end.
  [[nodiscard]] bool next();

  /// The fields of the last row, as many as the header has; valid until the next call of next().
  [[nodiscard]] const std::vector<std::string>& fields() const noexcept { return fields_; }

  [[nodiscard]] const std::string& name() const noexcept { return lines_.name(); }
  [[nodiscard]] std::uint64_t line_number() const noexcept { return lines_.line_number(); }
  /// "attributes.csv:17", the prefix of messages about the last row.
  [[nodiscard]] std::string place() const { return lines_.place(); }

 private:
  [[nodiscard]] bool next_line(std::string_view& line);
  void split(std::string_view line);
  [[nodiscard]] std::string& next_field();
  [[nodiscard]] std::size_t read_quoted(std::string_view line, std::size_t at);
  [[nodiscard]] std::size_t read_plain(std::string_view line, std::size_t at);

  LineReader lines_;
  char separator_ = ',';
  std::vector<std::string> header_;
  std::vector<std::string> fields_;  ///< strings are reused from line to line
  std::size_t count_ = 0;            ///< fields of the last line
};

}  // namespace columnar
