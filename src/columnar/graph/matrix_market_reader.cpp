#include "columnar/graph/matrix_market_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

struct Header {
  bool pattern = false;
  bool integer = false;
  bool symmetric = false;
};

/// The words of the banner in lower case; the format ignores case.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : line) {
    if (c == ' ' || c == '\t') {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return words;
}

void expect_one_of(const std::string& word, std::initializer_list<std::string_view> known, const LineReader& lines) {
  if (std::find(known.begin(), known.end(), word) == known.end()) {
    fail_input(lines.place(),
               fmt::format("Matrix Market {} is not supported here, only {}", in_quotes(word), fmt::join(known, ", ")));
  }
}

Header read_banner(LineReader& lines) {
  const auto line = lines.next();
  if (!line) {
    fail_input(lines.name(), "the file is empty");
  }
  const std::vector<std::string> words = words_of(*line);
  if (words.size() != 5 || words[0] != "%%matrixmarket") {
    fail_input(lines.place(), "expected '%%MatrixMarket matrix coordinate real|integer|pattern general|symmetric'");
  }
  expect_one_of(words[1], {"matrix"}, lines);
  expect_one_of(words[2], {"coordinate"}, lines);
  expect_one_of(words[3], {"real", "integer", "pattern"}, lines);
  expect_one_of(words[4], {"general", "symmetric"}, lines);
  return {.pattern = words[3] == "pattern", .integer = words[3] == "integer", .symmetric = words[4] == "symmetric"};
}

/// The value of an entry. An `integer` file with 1.5 is an error.
double parse_value(std::string_view text, const Header& header, const LineReader& lines) {
  const std::string_view digits = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
  if (header.integer && (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)) {
    fail_input(lines.place(), fmt::format("the field is integer, but the value is not: {}", in_quotes(text)));
  }
  return parse_weight(text, [&] { return lines.place(); });
}

/// Checks that a symmetric matrix gives only one triangle; with two, it would be unclear which one is valid.
class Triangle {
 public:
  void add(NodeIndex row, NodeIndex column, const LineReader& lines) {
    below_ = below_ || row > column;
    above_ = above_ || row < column;
    if (below_ && above_) {
      fail_input(lines.place(),
                 "a symmetric matrix gives one triangle, this one gives entries on both sides of the diagonal");
    }
  }

 private:
  bool below_ = false;
  bool above_ = false;
};

}  // namespace

BuiltGraph read_matrix_market(const std::string& path, bool directed, std::uint64_t memory_limit) {
  LineReader lines(path);
  const Header header = read_banner(lines);
  Fields fields;
  if (!next_fields(lines, fields)) {
    fail_input(lines.name(), "the size line is missing");
  }
  if (fields.count != 3) {
    fail_input(lines.place(), fmt::format("expected 'rows columns entries', found {}", columns_text(fields.count)));
  }
  const std::uint64_t rows = parse_count(fields.field[0], "number of rows", lines);
  const std::uint64_t width = parse_count(fields.field[1], "number of columns", lines);
  const std::uint64_t entries = parse_count(fields.field[2], "number of entries", lines);
  if (rows != width) {
    fail_input(lines.place(), fmt::format("the matrix of a graph is square, this one is {} by {}", rows, width));
  }
  if (rows > kMaxNodes) {
    fail_input(lines.place(), fmt::format("{} rows, more than the limit of {}", rows, kMaxNodes));
  }

  // A symmetric matrix gives both arcs of each entry, which equals the undirected case.
  GraphBuilder builder({.directed = directed && !header.symmetric,
                        .source = EdgeSource::kMatrix,
                        .place = lines.name(),
                        .memory_limit = memory_limit});
  const std::size_t wanted = header.pattern ? 2 : 3;
  Triangle triangle;
  std::uint64_t found = 0;
  while (next_fields(lines, fields)) {
    if (fields.count != wanted) {
      fail_input(lines.place(),
                 fmt::format("expected '{}', found {}", header.pattern ? "row column" : "row column value",
                             columns_text(fields.count)));
    }
    if (found == entries) {
      fail_input(lines.place(), fmt::format("more entries than the {} that the size line promises", entries));
    }
    ++found;
    const NodeIndex u = parse_index(fields.field[0], "row", rows, lines);
    const NodeIndex v = parse_index(fields.field[1], "column", rows, lines);
    if (header.symmetric) {
      triangle.add(u, v, lines);
    }
    if (header.pattern) {
      builder.add(u, v);
    } else {
      builder.add(u, v, parse_value(fields.field[2], header, lines));
    }
  }
  if (found != entries) {
    fail_input(lines.place(),
               fmt::format("the file ends after {} of the {} entries that the size line promises", found, entries));
  }
  require_plausible_rows(lines.name(), rows, found, lines.bytes_taken());
  BuiltGraph built = std::move(builder).build(ids_from_one(rows));
  built.graph.directed = directed;
  return built;
}

}  // namespace columnar
