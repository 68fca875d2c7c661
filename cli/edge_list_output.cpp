#include "edge_list_output.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"
#include "columnar/graph/record_reader.hpp"

namespace columnar::cli {

void require_edge_list(const std::string& path) {
  if (path.ends_with(".npz") || path.ends_with(".mtx") || path.ends_with(".gz")) {
    throw Error(ErrorCode::kConfig, path + ": a plain edge list is written: name it .tsv or .txt");
  }
}

void write_edges(AtomicFile& file, const Graph& graph) {
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.neighbour_weights(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (graph.directed || u < row[i]) {
        file.write(tab_field(graph.ids.name(u)) + "\t" + tab_field(graph.ids.name(row[i])));
        file.write(weights.empty() ? std::string("\n") : fmt::format("\t{}\n", weights[i]));
      }
    }
  }
}

}  // namespace columnar::cli
