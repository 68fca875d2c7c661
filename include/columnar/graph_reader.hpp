#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Options of read_graph.
struct ReadOptions {
  bool directed = false;           ///< edges lead from u to v only; also true of a file that says so
  bool largest_component = false;  ///< keep only the largest (weakly) connected component
  std::uint64_t memory_limit = 0;  ///< see GraphBuilderOptions
  bool unweighted = false;         ///< every edge has weight 1, whatever its weight and however often it is repeated
};

/// A graph, what reading dropped, and the classes if the file has them.
struct ReadResult {
  Graph graph;
  GraphReadReport report;
  Labels labels;  ///< empty if the file has none
};

/// Reads a graph in the format of its name: `.npz`, `.mtx`, `.graphml`, `.gexf`, `.gml`, `.json`, `.metis`, `.gr` and
/// others (docs/formats.md); anything else is an edge list, and "-" is an edge list on standard input. Text may be
/// gzip, with or without `.gz` in its name. A file of a known format that is not read is refused with a way to convert
/// it.
///
/// GraphML, GEXF, GML and JSON say whether a graph is directed; if so, it is, whatever the options say. For self-loops,
/// repeated edges and zero weights see GraphBuilder. Throws Error(kInput) for an invalid file and for a graph without
/// edges.
[[nodiscard]] ReadResult read_graph(const std::string& path, const ReadOptions& options = {});

}  // namespace columnar
#pragma GCC visibility pop
