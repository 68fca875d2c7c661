#include "columnar/graph/metis_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

/// A line names all neighbours of a node, so hubs have long ones.
constexpr std::size_t kMaxMetisLineBytes = std::size_t{1} << 28U;

struct MetisHeader {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t skipped = 0;  ///< numbers about the node itself before its neighbours
  bool weighted = false;
};

/// The columns of the line, one after the other.
class MetisColumns {
 public:
  explicit MetisColumns(std::string_view line) : rest_(line) {}

  std::optional<std::string_view> next() {
    constexpr std::string_view kSpaces = " \t";
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpaces), rest_.size()));
    if (rest_.empty()) {
      return std::nullopt;
    }
    const std::string_view column = rest_.substr(0, rest_.find_first_of(kSpaces));
    rest_.remove_prefix(column.size());
    return column;
  }

 private:
  std::string_view rest_;
};

std::optional<std::string_view> next_metis_line(LineReader& lines) {
  auto line = lines.next();
  while (line && line->starts_with('%')) {
    line = lines.next();
  }
  return line;
}

MetisHeader read_metis_header(LineReader& lines) {
  const auto line = next_metis_line(lines);
  if (!line) {
    fail_input(lines.name(), "the file is empty");
  }
  std::vector<std::string_view> columns;
  MetisColumns rest(*line);
  for (auto column = rest.next(); column && columns.size() < 5; column = rest.next()) {
    columns.push_back(*column);
  }
  const std::string_view format = columns.size() > 2 ? columns[2] : "0";
  if (columns.size() < 2 || columns.size() > 4 || format.size() > 3 ||
      format.find_first_not_of("01") != std::string_view::npos) {
    fail_input(lines.place(),
               "expected the first line of METIS, 'nodes edges [format [constraints]]'; name an edge list .tsv");
  }
  MetisHeader header{.nodes = parse_count(columns[0], "number of nodes", lines),
                     .edges = parse_count(columns[1], "number of edges", lines)};
  const auto digit = [format](std::size_t from_right) {
    return format.size() >= from_right && format[format.size() - from_right] == '1';
  };
  header.weighted = digit(1);
  const std::uint64_t constraints = columns.size() == 4 ? parse_count(columns[3], "number of constraints", lines) : 1;
  header.skipped = (digit(3) ? 1U : 0U) + (digit(2) ? constraints : 0U);
  if (header.nodes > kMaxNodes) {
    fail_input(lines.place(), fmt::format("{} nodes, more than the limit of {}", header.nodes, kMaxNodes));
  }
  return header;
}

/// Adds the neighbours in the line of node `u`; returns how many.
std::uint64_t add_neighbours(NodeIndex u, std::string_view line, const MetisHeader& header, const LineReader& lines,
                             GraphBuilder& builder) {
  MetisColumns columns(line);
  for (std::uint64_t i = 0; i < header.skipped; ++i) {
    if (!columns.next()) {
      fail_input(lines.place(), "the weights of the node are missing");
    }
  }
  std::uint64_t found = 0;
  while (const auto column = columns.next()) {
    const NodeIndex v = parse_index(*column, "neighbour", header.nodes, lines);
    ++found;
    if (!header.weighted) {
      builder.add(u, v);
      continue;
    }
    const auto weight = columns.next();
    if (!weight) {
      fail_input(lines.place(), fmt::format("neighbour {} has no weight", *column));
    }
    builder.add(u, v, parse_weight(*weight, [&] { return lines.place(); }));
  }
  return found;
}

}  // namespace

BuiltGraph read_metis(const std::string& path, const ReadOptions& options) {
  LineReader lines(path, kMaxMetisLineBytes);
  const MetisHeader header = read_metis_header(lines);
  GraphBuilder builder(
      {.directed = false, .source = EdgeSource::kMatrix, .place = lines.name(), .memory_limit = options.memory_limit});
  std::uint64_t found = 0;
  std::uint64_t row = 0;
  while (const auto line = next_metis_line(lines)) {
    if (row < header.nodes) {
      found += add_neighbours(static_cast<NodeIndex>(row++), *line, header, lines, builder);
    } else if (line->find_first_not_of(" \t") != std::string_view::npos) {
      fail_input(lines.place(), fmt::format("more lines than the {} nodes of the first line", header.nodes));
    }
  }
  if (found % 2 != 0 || found / 2 != header.edges) {
    fail_input(lines.place(),
               fmt::format("the first line promises {} edges, each at both its ends, but the file has {} entries",
                           header.edges, found));
  }
  require_plausible_rows(lines.name(), header.nodes, found, lines.bytes_taken());
  BuiltGraph built = std::move(builder).build(ids_from_one(header.nodes));
  built.graph.directed = options.directed;
  return built;
}

}  // namespace columnar
