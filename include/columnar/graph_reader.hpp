#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Whether the first line of an edge list names its columns.
enum class HeaderLine { kDetect, kPresent, kAbsent };

/// Which columns of an edge list are its edges.
struct EdgeColumnOptions {
  HeaderLine header = HeaderLine::kDetect;
  /// Two ends and, if there is one, a weight: names of the header, or numbers from 1. Empty: by the usual names
  /// (source, target, weight, …), else the first two or three.
  std::vector<std::string> columns = {};

  bool operator==(const EdgeColumnOptions&) const = default;
};

/// The columns that an edge list was read by.
struct EdgeColumns {
  bool header = false;                   ///< the first line names the columns
  std::vector<std::string> used = {};    ///< source, target and, if there is one, weight: names, else numbers
  std::vector<std::string> unused = {};  ///< names of the others, where there is a header
};

/// Options of read_graph.
struct ReadOptions {
  bool directed = false;           ///< edges lead from u to v only; also true of a file that says so
  bool largest_component = false;  ///< keep only the largest (weakly) connected component
  std::uint64_t memory_limit = 0;  ///< see GraphBuilderOptions
  bool unweighted = false;         ///< every edge has weight 1, whatever its weight and however often it is repeated
  EdgeColumnOptions edges = {};    ///< of an edge list; other formats refuse them
};

/// A graph, what reading dropped, and the classes if the file has them.
struct ReadResult {
  Graph graph;
  GraphReadReport report;
  Labels labels;  ///< empty if the file has none
  /// Of an edge list with a header or with columns that the caller chose; else the first two or three are the edges.
  std::optional<EdgeColumns> columns = std::nullopt;
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
