#include "columnar/graph/record_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/fail_input.hpp"

namespace columnar {
namespace {

constexpr std::string_view kBlankCharacters = " \t";
constexpr std::size_t kMaxBytesAhead = std::size_t{1} << 20U;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_blank(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

struct SeparatorCounts {
  std::size_t commas = 0;
  std::size_t tight_commas = 0;  ///< that no blank follows
  std::size_t semicolons = 0;
};

/// Counts what does not stand in quotes.
SeparatorCounts count_separators(std::string_view text) {
  SeparatorCounts counts;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    quoted = quoted != (text[i] == '"');
    const bool comma = !quoted && text[i] == ',';
    counts.commas += comma ? 1 : 0;
    counts.tight_commas += comma && !text.substr(i + 1).starts_with(' ') ? 1 : 0;
    counts.semicolons += !quoted && text[i] == ';' ? 1 : 0;
  }
  return counts;
}

bool ends_field(char c) { return is_blank(c) || c == ',' || c == ';'; }

/// The quote that ends the field whose first quote is at `at`, or the length of the line.
std::size_t end_of_quotes(std::string_view line, std::size_t at) {
  for (std::size_t end = at + 1; end < line.size(); ++end) {
    if (line.substr(end).starts_with("\"\"")) {
      ++end;  // stands for one quote
    } else if (line[end] == '"' && (end + 1 == line.size() || ends_field(line[end + 1]))) {
      return end;
    }
  }
  return line.size();
}

/// Where the dictionary begins that ends the line, as in `ann bob {'weight': 3}`; the length of the line without one.
std::size_t find_dictionary(std::string_view line) {
  const std::string_view text = without_blanks(line);
  if (text.empty() || text.back() != '}') {
    return line.size();
  }
  bool quotes_end = true;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (at > 0 && !ends_field(line[at - 1])) {
      continue;
    }
    if (line[at] == '{' && at > 0) {
      return at;
    }
    if (line[at] == '"' && quotes_end) {
      const std::size_t end = end_of_quotes(line, at);
      quotes_end = end < line.size();  // if these do not end, none after them do
      at = quotes_end ? end : at;
    }
  }
  return line.size();
}

bool is_wrapped(std::string_view text) { return text.size() >= 2 && text.front() == '"' && text.back() == '"'; }

}  // namespace

RecordReader::RecordReader(const std::string& path, RecordStyle style) : lines_(path), style_(style) {}

std::string RecordReader::place() const { return fmt::format("{}:{}", name(), line_number_); }

std::string_view RecordReader::separators() const noexcept {
  switch (separator_) {
    case '\t':
      return "tabs";
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    default:
      return "blanks";
  }
}

bool RecordReader::next() {
  std::string_view line;
  if (!next_line(line)) {
    return false;
  }
  split(line);
  return true;
}

std::vector<std::vector<std::string>> RecordReader::look_ahead(std::size_t most) {
  std::vector<std::vector<std::string>> records;
  std::deque<KeptLine> kept;
  std::size_t bytes = 0;
  std::string_view line;
  while (records.size() < most && bytes < kMaxBytesAhead && next_line(line)) {
    split(line);
    records.emplace_back(fields_.begin(), fields_.end());
    bytes += line.size();
    kept.push_back({line_number_, std::string(line)});
  }
  ahead_ = std::move(kept);
  return records;
}

/// The next line that is a record. In a table, tabs alone are a record of empty fields.
bool RecordReader::next_line(std::string_view& line) {
  if (!ahead_.empty()) {
    line_ = std::move(ahead_.front().text);
    line_number_ = ahead_.front().number;
    ahead_.pop_front();
    line = line_;
    return true;
  }
  const std::string_view blanks = style_ == RecordStyle::kList ? kBlankCharacters : " ";
  while (const auto read = lines_.next()) {
    line_number_ = lines_.line_number();
    if (read->find('\0') != std::string_view::npos) {
      const bool is_utf16 = line_number_ == 1 && (read->starts_with("\xFF\xFE") || read->starts_with("\xFE\xFF"));
      fail_input(place(), is_utf16 ? "UTF-16 text; to convert it: iconv -f UTF-16 -t UTF-8 FILE > edges.csv"
                                   : "a NUL byte; this is not a text file");
    }
    const std::size_t first = read->find_first_not_of(blanks);
    if (first == std::string_view::npos) {
      continue;
    }
    if (style_ == RecordStyle::kTable || ((*read)[first] != '#' && (*read)[first] != '%')) {
      line = *read;
      return true;
    }
  }
  return false;
}

void RecordReader::split(std::string_view line) {
  const std::size_t begin = style_ == RecordStyle::kList ? find_dictionary(line) : line.size();
  if (begin < line.size()) {
    const char before = separator_;
    split_fields(line.substr(0, begin));
    if (!fields_.empty() && fields_.back().empty()) {
      fields_.pop_back();  // what stands between the last separator and the brace
    }
    if (fields_.size() >= 2) {
      fields_.push_back(without_blanks(line.substr(begin)));
      return;
    }
    separator_ = before;
  }
  split_fields(line);
}

void RecordReader::split_fields(std::string_view line) {
  if (separator_ == kUndecided) {
    const bool list = style_ == RecordStyle::kList;
    const SeparatorCounts counts = count_separators(line);
    const std::string_view text = list ? without_blanks(line) : line;
    if (text.find('\t') != std::string_view::npos && !(list && text.find("\t\t") != std::string_view::npos)) {
      separator_ = '\t';
    } else if (counts.commas + counts.semicolons > 0) {
      separator_ = counts.semicolons > counts.tight_commas ? ';' : ',';
    } else if (list) {
      separator_ = kBlanks;
    } else {
      fail_input(place(), "expected a header of several columns, found no tab, comma or semicolon");
    }
  }
  fields_.clear();
  if (line.find('"') != std::string_view::npos) {
    unquoted_.clear();
    unquoted_.reserve(line.size());  // no field may move while others refer to it
  }
  separator_ == kBlanks ? split_blanks(line) : split_separated(line);
  if (fields_.size() == 1 && separator_ == '\t' && style_ == RecordStyle::kList) {
    fields_.clear();
    split_blanks(line);
  }
}

void RecordReader::split_blanks(std::string_view line) {
  const std::size_t end = line.size();
  for (std::size_t at = 0;;) {
    while (at < end && is_blank(line[at])) {
      ++at;
    }
    if (at == end) {
      return;
    }
    std::size_t stop = at;
    if (line[at] == '"') {  // up to the first quote before a blank, if there is one
      for (stop = line.find('"', at + 1); stop != std::string_view::npos; stop = line.find('"', stop + 1)) {
        if (stop + 1 == end || is_blank(line[stop + 1])) {
          break;
        }
        stop += line[stop + 1] == '"' ? 1 : 0;
      }
    }
    if (line[at] == '"' && stop != std::string_view::npos) {
      add_unquoted(line.substr(at + 1, stop - at - 1));
      at = stop + 1;
      continue;
    }
    for (stop = at; stop < end && !is_blank(line[stop]);) {
      ++stop;
    }
    fields_.push_back(line.substr(at, stop - at));
    at = stop;
  }
}

void RecordReader::split_separated(std::string_view line) {
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

/// Reads a field from behind its first quote; returns the place of the separator behind it, or the end of the line.
std::size_t RecordReader::read_quoted(std::string_view line, std::size_t at) {
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
  add_unquoted(line.substr(begin, at - begin));
  ++at;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) {
    ++at;
  }
  if (at < line.size() && line[at] != separator_) {
    fail_input(place(),
               fmt::format("field {} goes on behind its closing quote; write \"\" for a quote", fields_.size()));
  }
  return at;
}

/// The same for a field without quotes.
std::size_t RecordReader::read_plain(std::string_view line, std::size_t at) {
  const std::size_t end = std::min(line.find(separator_, at), line.size());
  const std::string_view text = without_blanks(line.substr(at, end - at));
  if (separator_ == '\t' && is_wrapped(text)) {
    add_unquoted(text.substr(1, text.size() - 2));
  } else {
    fields_.push_back(text);
  }
  return end;
}

/// Adds a field in which two quotes stand for one.
void RecordReader::add_unquoted(std::string_view text) {
  if (text.find('"') == std::string_view::npos) {
    fields_.push_back(text);
    return;
  }
  const std::size_t begin = unquoted_.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    unquoted_ += text[i];
    i += text.substr(i).starts_with("\"\"") ? 1 : 0;
  }
  fields_.push_back(std::string_view(unquoted_).substr(begin));
}

std::string tab_field(std::string_view text) {
  const bool plain = !text.empty() && without_blanks(text) == text && !is_wrapped(text) && text.front() != '#' &&
                     text.front() != '%' && text.back() != '\r';
  if (plain) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

}  // namespace columnar
