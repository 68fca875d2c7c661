#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "columnar_lab/report/numbers.hpp"

namespace columnar::cli {

/// Text that is safe on a terminal, in one line: what is not UTF-8 or not for display (is_displayable) becomes '?'.
/// Table, labelled() and print() see to it by themselves; what is put into a line for them need not pass here.
[[nodiscard]] std::string printable(std::string_view text);

/// The same, cut to at most `width` characters, with "…" where something is missing.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width);

/// Rows of cells printed in aligned columns: the first to the left, the others to the right. Cells may hold anything:
/// they are made printable().
class Table {
 public:
  void add(std::vector<std::string> cells);
  /// A line across, at this place.
  void add_rule() { rows_.emplace_back(); }
  /// Columns from the right end of `first` on stay left-aligned where asked.
  void align_left(std::size_t column) { left_.push_back(column); }
  [[nodiscard]] std::string text(std::string_view indent = "  ") const;
  /// The same for a page of Markdown; its first row is the head.
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> left_{0};
};

/// A block of lines under one heading: "Graph      2,708 nodes…", further lines below the first. Lines may hold
/// anything: they are made printable().
[[nodiscard]] std::string labelled(std::string_view heading, const std::vector<std::string>& lines);

/// Whether standard output (1) or standard error (2) is a terminal.
[[nodiscard]] bool is_terminal(int descriptor);

/// Characters in a line of the terminal on this descriptor; 80 where unknown.
[[nodiscard]] std::size_t terminal_width(int descriptor);

/// Writes "columnar: " and a line to standard error, made safe for a terminal. Nothing can be done where that fails.
void warn(std::string_view line);

/// Writes text to standard output, made printable() but for tabs and line ends; flush_output() says whether it arrived.
/// Nothing else may write there: a name in a file must not reach the terminal as it is.
void print(std::string_view text);

/// Throws Error(kOutput) where standard output could not take what was printed. A reader that went away (`| head`) is
/// no error.
void flush_output();

}  // namespace columnar::cli
