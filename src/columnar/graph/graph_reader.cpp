#include "columnar/graph_reader.hpp"

#include <fmt/format.h>

#include <cctype>

#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/matrix_market_reader.hpp"
#include "columnar/graph/npz_graph_reader.hpp"

namespace columnar {
namespace {

ReadResult read_by_name(const std::string& path, const ReadOptions& options) {
  std::string name = path;
  for (char& c : name) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (name.ends_with(".npz")) {
    return read_npz_graph(path, options.directed, options.memory_limit);
  }
  if (const auto kind = sectioned_file_kind(path)) {
    throw Error(ErrorCode::kInput, fmt::format("{}: not a graph but a file of this program: {}", path, name_of(*kind)));
  }
  if (name.ends_with(".mtx") || name.ends_with(".mtx.gz")) {
    BuiltGraph built = read_matrix_market(path, options.directed, options.memory_limit);
    return {std::move(built.graph), built.report, Labels{}};
  }
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
