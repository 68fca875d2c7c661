#include "columnar/graph/edge_list_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/edge_columns.hpp"
#include "columnar/graph/graph_formats.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/python_dict.hpp"
#include "columnar/graph/record_reader.hpp"
#include "columnar/graph/table_reader.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBytesPerMemoryCheck = std::size_t{1} << 20U;
constexpr std::string_view kChooseColumns = "; --edge-columns SOURCE,TARGET[,WEIGHT] says which columns are the edges";

/// The fields of one edge.
struct EdgeFields {
  std::string_view source;
  std::string_view target;
  std::string_view weight;
  bool weighted = false;
};

[[noreturn]] void fail_width(const RecordReader& records, std::size_t count) {
  const std::vector<std::string_view>& fields = records.fields();
  if (count > 3 && begins_python_dict(fields[2])) {  // one that does not end where the line does
    fail_input(records.place(), not_a_python_dict(fmt::format("{}", fmt::join(fields.begin() + 2, fields.end(), " "))));
  }
  fail_input(records.place(),
             fmt::format("expected 'u v [weight]', found {}{}", columns_text(count), count > 3 ? kChooseColumns : ""));
}

/// The first two or three fields. Blanks at the end of a line of tabs are no columns.
EdgeFields fields_by_place(const RecordReader& records) {
  const std::vector<std::string_view>& fields = records.fields();
  std::size_t count = fields.size();
  while (count > 2 && fields[count - 1].empty() && records.separators() == "tabs") {
    --count;
  }
  if (std::any_of(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(count),
                  [](std::string_view field) { return field.empty(); })) {
    fail_input(records.place(), fmt::format("a column between {} is empty", records.separators()));
  }
  if (count < 2 || count > 3) {
    fail_width(records, count);
  }
  return {fields[0], fields[1], count == 3 ? fields[2] : std::string_view(), count == 3};
}

/// The fields of the columns that a header or the caller named.
EdgeFields fields_by_column(const RecordReader& records, const EdgePositions& columns, std::size_t header) {
  const std::vector<std::string_view>& fields = records.fields();
  if (header > 0) {
    require_as_wide(records, header);
  }
  const auto field = [&](std::size_t column, std::size_t name) {
    if (column >= fields.size()) {
      fail_input(records.place(),
                 fmt::format("{}, but an edge needs column {}", columns_text(fields.size()), column + 1));
    }
    if (fields[column].empty()) {
      fail_input(records.place(), fmt::format("the column {} is empty", in_quotes(columns.names.used[name])));
    }
    return fields[column];
  };
  return {field(columns.source, 0), field(columns.target, 1),
          columns.weight ? field(*columns.weight, 2) : std::string_view(), columns.weight.has_value()};
}

bool has_digit(std::string_view text) { return text.find_first_of("0123456789") != std::string_view::npos; }

/// The weight of an edge, if it has one; in a line that could be a header, the error says so.
std::optional<double> weight_of(const EdgeFields& edge, const RecordReader& records, bool could_be_header) {
  if (!edge.weighted) {
    return std::nullopt;
  }
  if (begins_python_dict(edge.weight)) {
    return weight_of_python_dict(edge.weight, records.place());
  }
  try {
    return parse_weight(edge.weight, [&] { return records.place(); });
  } catch (const Error& error) {
    throw Error(error.code(),
                could_be_header && !has_digit(edge.source) && !has_digit(edge.target) && !has_digit(edge.weight)
                    ? fmt::format("{}; if this line is a header, say --header or --edge-columns", error.what())
                    : error.what());
  }
}

}  // namespace

ReadResult read_edge_list(const std::string& path, const ReadOptions& options) {
  RecordReader records(path, RecordStyle::kList);
  const FirstRecords first = records.look_ahead(kRecordsAhead);
  const bool seen = records.next();
  if (!seen) {
    fail_input(records.name(), "no edges");
  }
  const EdgePositions columns = find_edge_columns(first, options.edges, records.place());
  const std::size_t header = columns.names.header ? first.front().size() : 0;

  GraphBuilder builder({.directed = options.directed,
                        .source = EdgeSource::kList,
                        .place = records.name(),
                        .memory_limit = options.memory_limit});
  IdIndex ids(records.name());
  std::size_t unchecked_bytes = 0;  // bytes of text since the last memory check
  bool is_first = true;
  for (bool more = header > 0 ? records.next() : seen; more; more = records.next()) {
    const EdgeFields edge = columns.by_place ? fields_by_place(records) : fields_by_column(records, columns, header);
    if (ids.size() + 2 > kMaxNodes) {
      fail_input(records.place(), fmt::format("more than {} nodes", kMaxNodes));
    }
    unchecked_bytes += edge.source.size() + edge.target.size();
    if (unchecked_bytes > kBytesPerMemoryCheck) {
      builder.require_memory(ids.size());
      unchecked_bytes = 0;
    }
    const NodeIndex u = ids.row_of(edge.source);
    const NodeIndex v = ids.row_of(edge.target);
    const bool could_be_header = is_first && header == 0 && options.edges.header == HeaderLine::kDetect;
    if (const auto weight = weight_of(edge, records, could_be_header)) {
      builder.add(u, v, *weight);
    } else {
      builder.add(u, v);
    }
    is_first = false;
  }
  if (ids.size() == 0) {
    fail_input(records.name(), "no edges");
  }
  BuiltGraph built = std::move(builder).build(std::move(ids).take_ids());
  ReadResult result{std::move(built.graph), built.report, Labels{}};
  if (!columns.by_place) {
    result.columns = columns.names;
  }
  return result;
}

std::string header_doubt(const std::string& path, const ReadResult& read) {
  constexpr std::size_t kFewEdges = 3;  // among so few, a pair of its own is nothing strange
  const Graph& graph = read.graph;
  if (read.columns || find_graph_format(path) != nullptr || !graph.ids.are_text() || graph.edge_count() <= kFewEdges ||
      graph.degree(0) != 1 || graph.neighbours(0)[0] != 1 || has_digit(graph.ids.texts[0]) ||
      has_digit(graph.ids.texts[1])) {
    return "";
  }
  const auto edges_into = [&graph](NodeIndex v) { return std::ranges::count(graph.targets, v); };
  const bool alone =
      graph.directed ? graph.degree(1) == 0 && edges_into(0) == 0 && edges_into(1) == 1 : graph.degree(1) == 1;
  return alone ? fmt::format(
                     "the first line was read as an edge between {} and {}, which no other line names; if it is a "
                     "header, say --header",
                     in_quotes(graph.ids.texts[0]), in_quotes(graph.ids.texts[1]))
               : "";
}

}  // namespace columnar
