#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string_view>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar_lab/baselines/vector_formats.hpp"

// Vectors as word2vec's text: a line "n d", then a line per node: id, then d numbers.

namespace columnar {
namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 23;  // 2^18 numbers of 32 characters

/// Takes the next column off the front; columns are separated by spaces and tabs. Empty at the end of the line.
std::string_view take_column(std::string_view& rest) {
  const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
  const std::size_t end = std::min(rest.find_first_of(" \t", begin), rest.size());
  const std::string_view column = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return column;
}

struct Header {
  std::uint64_t nodes = 0;
  std::uint64_t dimensions = 0;
};

Header read_header(LineReader& lines) {
  const auto line = lines.next();
  if (!line) {
    throw Error(ErrorCode::kInput, lines.name() + ": the file is empty");
  }
  Header header;
  std::string_view rest = *line;
  for (std::uint64_t* number : {&header.nodes, &header.dimensions}) {
    const std::string_view text = take_column(rest);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
      fail_input(lines.place(), "not the first line of vectors as text: two numbers, how many and how long");
    }
  }
  if (!take_column(rest).empty()) {
    fail_input(lines.place(), "not the first line of vectors as text: more than two columns");
  }
  if (header.nodes == 0 || header.nodes > std::numeric_limits<NodeIndex>::max()) {
    fail_input(lines.place(), fmt::format("impossible number of vectors: {}", header.nodes));
  }
  if (header.dimensions == 0 || header.dimensions > kMaxDimensions) {
    fail_input(lines.place(),
               fmt::format("vectors of {} numbers; from 1 to {} are possible", header.dimensions, kMaxDimensions));
  }
  return header;
}

float parse_value(std::string_view text, const LineReader& lines) {
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const char* const end = digits.data() + digits.size();
  float value = 0.0F;
  const auto parsed = std::from_chars(digits.data(), end, value);
  if (parsed.ptr != end || parsed.ec == std::errc::invalid_argument || digits.empty()) {
    fail_input(lines.place(), fmt::format("not a number: {}", in_quotes(text)));
  }
  if (parsed.ec == std::errc::result_out_of_range) {
    double wide = 0.0;
    const auto again = std::from_chars(digits.data(), end, wide);
    const bool tiny = again.ec == std::errc{}
                          ? std::abs(wide) < 1.0
                          : digits.find("e-") != std::string_view::npos || digits.find("E-") != std::string_view::npos;
    if (!tiny) {
      fail_input(lines.place(), fmt::format("the number is too large: {}", in_quotes(text)));
    }
    return 0.0F;
  }
  if (!std::isfinite(value)) {
    fail_input(lines.place(), fmt::format("the number is not finite: {}", in_quotes(text)));
  }
  return value;
}

/// `line_of` has the line of each row before.
void read_row(std::string_view rest, const LineReader& lines, IdIndex& ids, std::vector<std::uint64_t>& line_of,
              DenseTable& table) {
  const std::string_view id = take_column(rest);
  if (const NodeIndex row = ids.row_of(id); row < line_of.size()) {
    fail_input(lines.place(), fmt::format("the id {} has a vector already, in line {}", in_quotes(id), line_of[row]));
  }
  line_of.push_back(lines.line_number());
  std::size_t count = 0;
  for (std::string_view text = take_column(rest); !text.empty(); text = take_column(rest)) {
    if (++count <= table.dimensions) {
      table.values.push_back(parse_value(text, lines));
    }
  }
  if (count != table.dimensions) {
    fail_input(lines.place(), fmt::format("{} numbers where the first line says {}", count, table.dimensions));
  }
}

void write_vectors_text(const std::string& path, const DenseTable& table) {
  AtomicFile file(path);
  file.write(fmt::format("{} {}\n", table.size(), table.dimensions));
  std::string line;
  for (std::size_t node = 0; node < table.size(); ++node) {
    line = table.ids.name(static_cast<NodeIndex>(node));
    for (const float value : table.row(node)) {
      fmt::format_to(std::back_inserter(line), " {}", value);
    }
    line += '\n';
    file.write(line);
  }
  file.commit();
}

DenseTable read_vectors_text(const std::string& path) {
  InputFile input(path);
  const std::uint64_t bytes = input.size_on_disk().value_or(0);
  LineReader lines(std::move(input), kMaxLineBytes);
  const Header header = read_header(lines);
  DenseTable table;
  table.dimensions = static_cast<std::uint32_t>(header.dimensions);
  // A number takes two bytes at least: what the first line promises beyond that is not believed before it is read.
  table.values.reserve(std::min(header.nodes * header.dimensions, bytes / 2));
  IdIndex ids(lines.name());
  std::vector<std::uint64_t> line_of;
  while (const auto line = lines.next()) {
    if (line->find('\0') != std::string_view::npos) {
      fail_input(lines.place(), "a NUL byte; this is not a text file");
    }
    if (line->find_first_not_of(" \t") == std::string_view::npos) {
      continue;
    }
    if (ids.size() == header.nodes) {
      fail_input(lines.place(), fmt::format("more vectors than the {} that the first line says", header.nodes));
    }
    read_row(*line, lines, ids, line_of, table);
  }
  if (ids.size() != header.nodes) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} vectors where the first line says {}", lines.name(), ids.size(), header.nodes));
  }
  table.ids = std::move(ids).take_ids();
  return table;
}

}  // namespace

VectorsFormat text_vectors() {
  return {.extensions = {".emb", ".vec", ".txt"},
          .holds = "word2vec's text, as gensim, node2vec and PecanPy write it",
          .may_be_gzip = true,
          .require_ids_fit =
              [](const std::string& path, const NodeIds& ids) {
                require_ids_without(path, ids, {"\0\n\r\t ", 5}, "a space or a line end", ".npz");
              },
          .write = write_vectors_text,
          .read = read_vectors_text};
}

}  // namespace columnar
