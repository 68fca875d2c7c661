#include "edge_list_output.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/graph_formats.hpp"
#include "columnar/graph/record_reader.hpp"

namespace columnar::cli {
namespace {

/// RFC 4180: quotes around what would else be several fields, doubled inside.
std::string csv_field(std::string id) {
  if (!id.empty() && id.find_first_of(",;\"\r\n \t#%") == std::string::npos) {
    return id;
  }
  std::string quoted = "\"";
  for (const char c : id) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + '"';
}

std::string tsv_field(const std::string& id, const std::string& path) {
  if (id.find_first_of("\t\r\n") != std::string::npos) {
    throw Error(ErrorCode::kOutput, path + ": a node id holds a tab or a line end, which the format cannot; use .csv");
  }
  return tab_field(id);
}

}  // namespace

void require_edge_list(const std::string& path) {
  if (find_graph_format(path) != nullptr || extension_of(path) == ".gz") {
    throw Error(ErrorCode::kConfig, path + ": a plain edge list is written: name it .tsv or .txt");
  }
}

bool is_edge_list_name(const std::string& path) {
  const std::string extension = extension_of(path);
  return extension == ".tsv" || extension == ".txt" || extension == ".csv";
}

char separator_of(const std::string& path) { return extension_of(path) == ".csv" ? ',' : '\t'; }

std::string id_field(const NodeIds& ids, NodeIndex node, const std::string& path) {
  return separator_of(path) == ',' ? csv_field(ids.name(node)) : tsv_field(ids.name(node), path);
}

void write_edges(AtomicFile& file, const Graph& graph) {
  const char separator = separator_of(file.path());
  const auto name_of = [&](NodeIndex node) { return id_field(graph.ids, node, file.path()); };
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.neighbour_weights(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (graph.directed || u < row[i]) {
        file.write(name_of(u) + separator + name_of(row[i]));
        file.write(weights.empty() ? std::string("\n") : fmt::format("{}{}\n", separator, weights[i]));
      }
    }
  }
}

}  // namespace columnar::cli
