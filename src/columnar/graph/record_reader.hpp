#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/input_file.hpp"

namespace columnar {

/// What a text of records may contain besides them.
enum class RecordStyle {
  kTable,  ///< nothing else: every line that is not blank is a record, of at least two fields in the first line
  kList,   ///< lines that begin with '#' or '%' are comments, and blanks may separate the fields
};

/// Reads a text as records, one per line, plain or gzip. Blank lines are skipped.
///
/// The first record decides what separates the fields of all: tabs if it has one; else semicolons if it has more of
/// them than of commas that no blank follows; else commas if it has one; both outside quotes; else, in a list, any run
/// of spaces and tabs. In a list, a first line with several tabs in a row is separated by runs, too, and so is
/// a line without a tab among lines with tabs: people add lines by hand. Spaces around a field are dropped.
///
/// Between commas or semicolons, a field in quotes may hold separators, and two quotes stand for one (RFC 4180), but no
/// line break. Between tabs a quote is an ordinary character, except that quotes around a whole field are dropped,
/// because titles such as `"Who?" and why` are common there. Between blanks, quotes around a whole field are dropped,
/// too, and it may then hold blanks.
///
/// In a list, what begins with '{' behind two fields and ends the line with '}' is one field: a dictionary, as
/// networkx.write_edgelist writes it.
///
/// Throws Error(kInput) that begins with file and line for quotes that do not match and for a NUL byte, and in a table
/// for a first record without a separator.
class RecordReader {
 public:
  RecordReader(const std::string& path, RecordStyle style);

  /// Reads the next record; false at the end.
  [[nodiscard]] bool next();

  /// The fields of the last record; valid until the next call of next().
  [[nodiscard]] const std::vector<std::string_view>& fields() const noexcept { return fields_; }

  /// The first records, at most `most` and about 1 MiB. The next call of next() reads the first of them again. Call it
  /// before any next().
  [[nodiscard]] std::vector<std::vector<std::string>> look_ahead(std::size_t most);

  /// What separates the fields, for messages: "tabs", "commas", "semicolons" or "blanks".
  [[nodiscard]] std::string_view separators() const noexcept;

  [[nodiscard]] const std::string& name() const noexcept { return lines_.name(); }
  [[nodiscard]] std::uint64_t line_number() const noexcept { return line_number_; }
  /// "graph.csv:17", the prefix of messages about the last record.
  [[nodiscard]] std::string place() const;

 private:
  static constexpr char kBlanks = ' ';
  static constexpr char kUndecided = '\0';

  struct KeptLine {
    std::uint64_t number;
    std::string text;
  };

  [[nodiscard]] bool next_line(std::string_view& line);
  void split(std::string_view line);
  void split_fields(std::string_view line);
  void split_blanks(std::string_view line);
  void split_separated(std::string_view line);
  [[nodiscard]] std::size_t read_quoted(std::string_view line, std::size_t at);
  [[nodiscard]] std::size_t read_plain(std::string_view line, std::size_t at);
  void add_unquoted(std::string_view text);

  LineReader lines_;
  RecordStyle style_;
  char separator_ = kUndecided;
  std::uint64_t line_number_ = 0;
  std::deque<KeptLine> ahead_;  ///< read by look_ahead(), not yet by next()
  std::string line_;            ///< the last line that was ahead
  std::vector<std::string_view> fields_;
  std::string unquoted_;  ///< what fields_ refer to where the line itself has quotes
};

/// A field as RecordReader gives it back, between tabs, whatever it holds besides tabs and line breaks: in quotes where
/// it would otherwise lose something or begin a comment.
[[nodiscard]] std::string tab_field(std::string_view text);

}  // namespace columnar
