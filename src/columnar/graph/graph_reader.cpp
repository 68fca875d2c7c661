#include "columnar/graph_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/graph_formats.hpp"
#include "columnar/graph/packed_graph.hpp"

namespace columnar {
namespace {

ReadResult read_by_name(const std::string& path, const ReadOptions& options) {
  const GraphFormat* format = find_graph_format(path);
  if (format != nullptr && format->extensions.front() == ".npz") {
    return format->read(path, options);
  }
  if (const auto kind = sectioned_file_kind(path)) {
    if (kind == FileKind::kGraph) {
      return read_packed_graph(path, options);
    }
    throw Error(ErrorCode::kInput, fmt::format("{}: not a graph but a file of this program: {}", path, name_of(*kind)));
  }
  if (format != nullptr) {
    return format->read(path, options);
  }
  require_no_unread_format(path);
  return read_edge_list(path, options);
}

/// Why nothing is left: " (dropped: 2 self-loops, 1 edge of weight 0)".
std::string what_was_dropped(const GraphReadReport& report) {
  if (report.self_loops + report.zero_weight_edges == 0) {
    return "";
  }
  const auto counted = [](std::uint64_t count, std::string_view one) {
    return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
  };
  return fmt::format(" (dropped: {}, {} of weight 0)", counted(report.self_loops, "self-loop"),
                     counted(report.zero_weight_edges, "edge"));
}

}  // namespace

ReadResult read_graph(const std::string& path, const ReadOptions& options) {
  ReadResult result = read_by_name(path, options);
  if (!result.columns && !options.edges.columns.empty()) {
    throw Error(ErrorCode::kConfig, path + ": --edge-columns: only an edge list has columns to choose from");
  }
  if (result.graph.targets.empty()) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: no edges{}", path == "-" ? "stdin" : path, what_was_dropped(result.report)));
  }
  if (options.unweighted) {
    result.graph.weights = {};
  }
  if (options.largest_component) {
    result.graph = largest_component(result.graph, result.labels, result.report);
  }
  return result;
}

}  // namespace columnar
