#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Rows are 32-bit numbers and the largest value is reserved, so a graph has at most 2^32 - 1 nodes.
inline constexpr std::uint64_t kMaxNodes = std::numeric_limits<NodeIndex>::max();

/// Source of the edges. It decides what the pair (u, v), (v, u) means in an undirected graph.
enum class EdgeSource {
  kList,    ///< each line is an edge: `v u` after `u v` repeats it
  kMatrix,  ///< each entry is half an edge: a symmetric matrix stores both (u, v) and (v, u) for one edge
};

/// Options of GraphBuilder.
struct GraphBuilderOptions {
  bool directed = false;
  EdgeSource source = EdgeSource::kList;
  std::string place = "graph";     ///< prefix of error messages: the name of the file
  std::uint64_t memory_limit = 0;  ///< bytes that the process may use, at least 64 MiB; 0: no limit
};

/// Why a number is not a valid edge weight ("weight is negative"), or nullptr if it is valid.
[[nodiscard]] const char* weight_problem(double weight) noexcept;

/// A graph and what was dropped while building it.
struct BuiltGraph {
  Graph graph;
  GraphReadReport report;
};

/// Collects edges in any order and builds a Graph in time linear in nodes and edges:
///
///     GraphBuilder builder;
///     builder.add(0, 1);
///     builder.add(1, 2, 0.5);
///     Graph graph = std::move(builder).build(numbered_ids(3)).graph;
///
/// Self-loops, edges of weight 0 and weights too small for a 32-bit float are dropped and counted; their nodes stay.
/// Repeated edges are merged and counted. Their weights are added in the given order; in an unweighted graph the merged
/// edge has weight 1.
/// In an undirected list, `u v` and `v u` are the same edge twice. In an undirected matrix, (u, v) and (v, u) are one
/// edge:
/// nothing is counted, and the larger weight is used (a missing entry is 0, so one triangle and both triangles give the
/// same graph). If all weights end up as 1, the graph is unweighted.
class GraphBuilder {
 public:
  /// Default options: an undirected edge list.
  explicit GraphBuilder(GraphBuilderOptions options = {});

  /// Adds an edge of an unweighted input. It gets weight 1 if other edges have weights.
  void add(NodeIndex u, NodeIndex v);
  /// Adds an edge of a weighted input. Throws an Error with the edge's number for a negative, infinite or NaN weight;
  /// readers that can report a better place check with weight_problem first.
  void add(NodeIndex u, NodeIndex v, double weight);
  /// Reserves space. Pass only counts that were checked against the size of the input.
  void reserve(std::uint64_t edges, bool weighted);

  /// Number of edges so far, without self-loops and zero weights.
  [[nodiscard]] std::uint64_t kept_edges() const noexcept { return sources_.size(); }

  /// Throws Error(kConfig) if building the graph from the edges so far, with this many nodes, would exceed the memory
  /// limit: what the process uses now plus what build() needs. Called periodically while edges are added; readers also
  /// call
  /// it if ids are long.
  void require_memory(std::size_t nodes) const;

  /// Builds the graph over ids.size() nodes. Throws Error for an endpoint out of range, for more than kMaxNodes nodes,
  /// and
  /// if the memory limit would be exceeded (require_memory).
  [[nodiscard]] BuiltGraph build(NodeIds ids) &&;

 private:
  void push(NodeIndex u, NodeIndex v);

  GraphBuilderOptions options_;
  GraphReadReport report_;
  std::vector<NodeIndex> sources_;
  std::vector<NodeIndex> targets_;
  std::vector<float> weights_;  ///< parallel to sources_ once weighted_
  bool weighted_ = false;
};

}  // namespace columnar
#pragma GCC visibility pop
