#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Rows are numbered by 32 bits and the largest number stays free, so a graph holds at most 2^32 - 1 nodes.
inline constexpr std::uint64_t kMaxNodes = std::numeric_limits<NodeIndex>::max();

/// Where the edges come from; it decides what the pair (u, v), (v, u) means in an undirected reading.
enum class EdgeSource {
  kList,    ///< each line is an edge: `v u` after `u v` repeats it
  kMatrix,  ///< each entry is half an edge: a symmetric matrix stores both (u, v) and (v, u) for one edge
};

/// How to read the edges.
struct GraphBuilderOptions {
  bool directed = false;
  EdgeSource source = EdgeSource::kList;
  std::string place = "graph";     ///< begins every error message: the name of the file
  std::uint64_t memory_limit = 0;  ///< bytes that the process may hold, 64 MiB at least; 0: no limit
};

/// Why a number cannot be the weight of an edge ("weight is negative"), or nullptr where it can.
[[nodiscard]] const char* weight_problem(double weight) noexcept;

/// A graph and what building it left out.
struct BuiltGraph {
  Graph graph;
  GraphReadReport report;
};

/// Collects edges in any order and makes a Graph of them, in time linear in nodes and edges:
///
///     GraphBuilder builder;
///     builder.add(0, 1);
///     builder.add(1, 2, 0.5);
///     Graph graph = std::move(builder).build(numbered_ids(3)).graph;
///
/// Self-loops are dropped and counted; their node stays.
/// Edges of weight 0 are dropped and counted, and so are weights too small for a 32-bit float; their nodes stay.
/// Repeated edges are merged and counted. With weights they are added up, in the order given; without, the merged edge
/// has weight 1 like every other.
/// An undirected list that gives `u v` and `v u` gives one edge twice. An undirected matrix with entries (u, v) and (v,
/// u) gives one edge once: nothing is counted, and where the two differ the larger weight holds (an entry that is not
/// stored is 0, so a matrix with one triangle alone and one with both give the same graph). Where every weight is 1 in
/// the end, the graph is unweighted.
class GraphBuilder {
 public:
  /// Without options: an undirected list of edges.
  explicit GraphBuilder(GraphBuilderOptions options = {});

  /// An edge of an input without weights. Counts as weight 1 if other edges have one.
  void add(NodeIndex u, NodeIndex v);
  /// An edge of an input with weights. A negative, infinite or undefined weight is an Error that names the edge by its
  /// number; readers that know a better place check with weight_problem first.
  void add(NodeIndex u, NodeIndex v, double weight);
  /// Makes room for so many edges; only for counts that were checked against the size of the input.
  void reserve(std::uint64_t edges, bool weighted);

  /// Edges that the graph is made of so far: those given, less self-loops and zeros.
  [[nodiscard]] std::uint64_t kept_edges() const noexcept { return sources_.size(); }

  /// Throws Error(kConfig) where the graph of the edges so far, over this many nodes, cannot be built within the memory
  /// limit: what the process holds now, and what build() will hold beside it. Called now and then while edges come;
  /// readers call it where ids are long.
  void require_memory(std::size_t nodes) const;

  /// The graph over ids.size() nodes. An endpoint outside them is an Error, as are more nodes than kMaxNodes, and more
  /// memory than the limit (require_memory).
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
