#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/files/utf8.hpp"

namespace columnar::cli {
namespace {

/// Takes the character at the front off the text: itself, or '?' where a terminal must not have it.
std::string_view take_printable(std::string_view& text) {
  const std::string_view before = text;
  return is_displayable(take_code_point(text)) ? before.substr(0, before.size() - text.size()) : "?";
}

/// Characters of a UTF-8 text, taking each as one cell wide.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

bool reader_left = false;

}  // namespace

std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    clean += take_printable(text);
  }
  return clean;
}

std::string shortened(std::string_view text, std::size_t width) {
  std::string clean = printable(text.substr(0, 4 * width + 4));
  if (width_of(clean) <= width && text.size() <= 4 * width + 4) {
    return clean;
  }
  std::string cut;
  std::string_view rest = clean;
  for (std::size_t taken = 0; taken + 1 < width && !rest.empty(); ++taken) {
    cut += take_printable(rest);
  }
  return cut + "…";
}

void Table::add(std::vector<std::string> cells) {
  std::ranges::transform(cells, cells.begin(), [](const std::string& cell) { return printable(cell); });
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::string_view indent) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], width_of(row[c]));
    }
  }
  std::size_t total = 0;
  for (const std::size_t width : widths) {
    total += width + 2;
  }
  std::string result;
  for (const auto& row : rows_) {
    result += indent;
    if (row.empty()) {
      for (std::size_t i = 0; i + 2 < total; ++i) {
        result += "─";
      }
    }
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string gap(widths[c] - width_of(row[c]), ' ');
      const bool left = std::find(left_.begin(), left_.end(), c) != left_.end();
      result += c == 0 ? "" : "  ";
      result += left ? row[c] + gap : gap + row[c];
    }
    result.erase(result.find_last_not_of(' ') + 1);
    result += '\n';
  }
  return result;
}

std::string Table::markdown() const {
  std::string result;
  for (const auto& row : rows_) {
    if (row.empty()) {
      continue;  // a line across
    }
    result += "|";
    for (const std::string& cell : row) {
      result += " ";
      for (const char letter : cell) {
        result += letter == '|' ? "\\|" : std::string(1, letter);
      }
      result += " |";
    }
    result += "\n";
    if (&row == &rows_.front()) {
      result += "|";
      for (std::size_t c = 0; c < row.size(); ++c) {
        result += std::find(left_.begin(), left_.end(), c) != left_.end() ? "---|" : "--:|";
      }
      result += "\n";
    }
  }
  return result;
}

std::string labelled(std::string_view heading, const std::vector<std::string>& lines) {
  std::string result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    result += fmt::format("{:<10}{}\n", i == 0 ? heading : "", printable(lines[i]));
  }
  return result;
}

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

std::size_t terminal_width(int descriptor) {
  winsize size{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): ioctl has no other form
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    return size.ws_col;
  }
  return 80;
}

void warn(std::string_view line) {
  const std::string text = fmt::format("columnar: {}\n", printable(line));
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    if (const char first = text.front(); first == '\n' || first == '\t') {
      clean += first;
      text.remove_prefix(1);
    } else {
      clean += take_printable(text);
    }
  }
  if (!reader_left && std::fwrite(clean.data(), 1, clean.size(), stdout) != clean.size()) {
    flush_output();
  }
}

void flush_output() {
  if (reader_left || (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)) {
    return;
  }
  if (errno == EPIPE) {
    reader_left = true;
    return;
  }
  throw Error(ErrorCode::kOutput, "stdout: cannot write: " + std::generic_category().message(errno));
}

}  // namespace columnar::cli
