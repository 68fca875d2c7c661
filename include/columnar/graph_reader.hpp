#pragma once

#include <cstdint>
#include <string>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// How to read a graph.
struct ReadOptions {
  bool directed = false;
  bool largest_component = false;  ///< keep the largest (weakly) connected component alone
  std::uint64_t memory_limit = 0;  ///< as GraphBuilderOptions
  bool unweighted = false;         ///< every edge counts 1, whatever its weight and however often it is given
};

/// A graph as read, what reading left out, and the classes where the file has them.
struct ReadResult {
  Graph graph;
  GraphReadReport report;
  Labels labels;  ///< empty where the file has none
};

/// Reads a graph in the format that its name tells: `.npz`, `.mtx` or `.mtx.gz`, anything else an edge list, plain or
/// gzip; "-" is an edge list on standard input. Self-loops, repeats and zero weights: see GraphBuilder.
/// Whatever is wrong with the file is an Error(kInput), a graph without a single edge included.
[[nodiscard]] ReadResult read_graph(const std::string& path, const ReadOptions& options = {});

}  // namespace columnar
#pragma GCC visibility pop
