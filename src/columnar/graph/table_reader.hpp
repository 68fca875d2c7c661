#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/graph/record_reader.hpp"

namespace columnar {

/// Reads a table: a header, then records of as many fields, as RecordReader splits them. Throws Error(kInput) that
/// begins with file and line for a table without a header and for rows of another length.
class TableReader {
 public:
  explicit TableReader(const std::string& path);

  /// Names of the columns.
  [[nodiscard]] const std::vector<std::string>& header() const noexcept { return header_; }

  /// Reads the next row; false at the end.
  [[nodiscard]] bool next();

  /// The fields of the last row, as many as the header has; valid until the next call of next().
  [[nodiscard]] const std::vector<std::string_view>& fields() const noexcept { return records_.fields(); }

  [[nodiscard]] const std::string& name() const noexcept { return records_.name(); }
  [[nodiscard]] std::uint64_t line_number() const noexcept { return records_.line_number(); }
  /// "attributes.csv:17", the prefix of messages about the last row.
  [[nodiscard]] std::string place() const { return records_.place(); }

 private:
  RecordReader records_;
  std::vector<std::string> header_;
};

/// Throws Error(kInput) at the last record unless it has as many fields as the header.
void require_as_wide(const RecordReader& records, std::size_t header);

}  // namespace columnar
