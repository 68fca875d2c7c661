#include "columnar/graph/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/fail_input.hpp"

namespace columnar {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// A text without what stands in quotes.
std::string without_quoted(std::string_view text) {
  std::string rest;
  bool quoted = false;
  for (const char c : text) {
    quoted = quoted != (c == '"');
    if (!quoted) {
      rest += c;
    }
  }
  return rest;
}

char separator_of(std::string_view header, const std::string& place) {
  if (header.find('\t') != std::string_view::npos) {
    return '\t';
  }
  const std::string bare = without_quoted(header);
  for (const char separator : {',', ';'}) {
    if (bare.find(separator) != std::string::npos) {
      return separator;
    }
  }
  fail_input(place, "expected a header of several columns, found no tab, comma or semicolon");
}

std::string fields_text(std::size_t count) { return count == 1 ? "one field" : fmt::format("{} fields", count); }

/// Appends a text in which two quotes stand for one.
void append_unquoted(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    i += text.substr(i).starts_with("\"\"") ? 1 : 0;
  }
}

}  // namespace

TableReader::TableReader(const std::string& path) : lines_(path) {
  std::string_view line;
  if (!next_line(line)) {
    fail_input(name(), "the table is empty; its first line names the columns");
  }
  separator_ = separator_of(line, place());
  split(line);
  fields_.resize(count_);
  header_ = fields_;
}

bool TableReader::next() {
  std::string_view line;
  if (!next_line(line)) {
    return false;
  }
  split(line);
  if (count_ != header_.size()) {
    fail_input(place(), fmt::format("{}, but the header has {}", fields_text(count_), header_.size()));
  }
  return true;
}

/// The next line that is not blank. Tabs alone are a row of empty fields.
bool TableReader::next_line(std::string_view& line) {
  while (const auto read = lines_.next()) {
    if (read->find('\0') != std::string_view::npos) {
      fail_input(place(), "a NUL byte; this is not a text file");
    }
    if (read->find_first_not_of(' ') != std::string_view::npos) {
      line = *read;
      return true;
    }
  }
  return false;
}

void TableReader::split(std::string_view line) {
  count_ = 0;
  for (std::size_t at = 0;; ++at) {
    while (at < line.size() && line[at] == ' ') {
      ++at;
    }
    const bool quoted = separator_ != '\t' && at < line.size() && line[at] == '"';
    at = quoted ? read_quoted(line, at + 1) : read_plain(line, at);
    if (at == line.size()) {
      return;
    }
  }
}

/// Room for one more field. Fields beyond the header are only counted, so one string holds them all.
std::string& TableReader::next_field() {
  const std::size_t kept = header_.empty() ? count_ : std::min(count_, header_.size());
  ++count_;
  if (kept >= fields_.size()) {
    fields_.resize(kept + 1);
  }
  fields_[kept].clear();
  return fields_[kept];
}

/// Reads a field from behind its first quote; returns the place of the separator behind it, or the end of the line.
std::size_t TableReader::read_quoted(std::string_view line, std::size_t at) {
  const std::size_t begin = at;
  while (true) {
    at = line.find('"', at);
    if (at == std::string_view::npos) {
      fail_input(place(), "a quoted field does not end on its line; line breaks inside fields are not supported");
    }
    if (!line.substr(at).starts_with("\"\"")) {
      break;
    }
    at += 2;
  }
  append_unquoted(next_field(), line.substr(begin, at - begin));
  ++at;
  while (at < line.size() && line[at] == ' ') {
    ++at;
  }
  if (at < line.size() && line[at] != separator_) {
    fail_input(place(), fmt::format("field {} goes on behind its closing quote; write \"\" for a quote", count_));
  }
  return at;
}

/// The same for a field without quotes.
std::size_t TableReader::read_plain(std::string_view line, std::size_t at) {
  const std::size_t end = std::min(line.find(separator_, at), line.size());
  const std::string_view text = without_blanks(line.substr(at, end - at));
  const bool wrapped = separator_ == '\t' && text.size() >= 2 && text.front() == '"' && text.back() == '"';
  if (wrapped) {
    append_unquoted(next_field(), text.substr(1, text.size() - 2));
  } else {
    next_field() = text;
  }
  return end;
}

}  // namespace columnar
