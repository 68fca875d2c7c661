#include "columnar/graph/packed_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/graph_check.hpp"
#include "columnar/graph/id_sections.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kPackedVersion = 1;
constexpr std::size_t kShapeNumbers = 3;  ///< nodes, entries of the rows, and 1 if the graph is directed

/// A section of this many numbers; compared with the size of the file before memory is allocated.
template <Number T>
std::vector<T> read_numbers(const SectionedFile& file, const std::string& name, std::uint64_t count) {
  const std::size_t size = file.section(name).size();
  if (size % sizeof(T) != 0 || size / sizeof(T) != count) {
    fail_input(file.name(),
               fmt::format("section '{}' has {} bytes for {} numbers of {}", name, size, count, sizeof(T)));
  }
  return file.array<T>(name);
}

void require_memory(const SectionedFile& file, const ReadOptions& options) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
  constexpr std::uint64_t kAlwaysGranted = 64 * kMebibyte;  // as for other formats (GraphBuilderOptions)
  std::uint64_t needed = current_memory();
  for (const SectionInfo& section : file.sections()) {
    needed += 2 * section.size;  // the mapped pages and the copy
  }
  if (options.memory_limit > 0 && needed > std::max(options.memory_limit, kAlwaysGranted)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: --memory-limit: reading it needs {} MiB at least, not {}",
                                                file.name(), needed / kMebibyte + 1, options.memory_limit / kMebibyte));
  }
}

}  // namespace

SectionedFileWriter make_packed_graph(const Graph& graph, const std::string& place) {
  SectionedFileWriter writer(FileKind::kGraph, kPackedVersion);
  const std::vector<std::uint64_t> shape{graph.node_count(), graph.targets.size(), graph.directed ? 1U : 0U};
  writer.add_array("shape", std::span<const std::uint64_t>(shape));
  add_ids(writer, graph.ids, place);
  writer.add_view("graph.offsets", std::span<const std::uint64_t>(graph.offsets));
  writer.add_view("graph.targets", std::span<const NodeIndex>(graph.targets));
  if (graph.is_weighted()) {
    writer.add_view("graph.weights", std::span<const float>(graph.weights));
  }
  return writer;
}

Graph graph_from_sections(const SectionedFile& file) {
  if (file.kind() != FileKind::kGraph) {
    fail_input(file.name(), fmt::format("not a packed graph: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kPackedVersion) {
    fail_input(file.name(), fmt::format("version {} of packed graphs is unknown; this program knows {}",
                                        file.format_version(), kPackedVersion));
  }
  const auto shape = read_numbers<std::uint64_t>(file, "shape", kShapeNumbers);
  if (shape[0] >= std::numeric_limits<NodeIndex>::max()) {
    fail_input(file.name(), fmt::format("{} nodes are more than 32 bits can count", shape[0]));
  }
  if (shape[2] > 1) {
    fail_input(file.name(), "it does not say whether its graph is directed");
  }
  Graph graph;
  graph.directed = shape[2] == 1;
  graph.offsets = read_numbers<std::uint64_t>(file, "graph.offsets", shape[0] + 1);
  graph.targets = read_numbers<NodeIndex>(file, "graph.targets", shape[1]);
  if (file.has("graph.weights")) {
    graph.weights = read_numbers<float>(file, "graph.weights", shape[1]);
  }
  if (const std::string problem = graph_problem(graph); !problem.empty()) {
    fail_input(file.name(), problem);
  }
  graph.ids = read_ids(file, shape[0]);
  return graph;
}

ReadResult read_packed_graph(const std::string& path, const ReadOptions& options) {
  const SectionedFile file = SectionedFile::map(path, FileKind::kGraph);
  require_memory(file, options);
  ReadResult result;
  result.graph = graph_from_sections(file);
  if (options.directed && !result.graph.directed) {
    throw Error(ErrorCode::kConfig, path + ": --directed: it was packed without directions; pack it with --directed");
  }
  result.report.lines = result.graph.edge_count();
  return result;
}

}  // namespace columnar
