#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Kind of edge change.
enum class ChangeKind {
  kAdd,       ///< adds the edge; if it exists, its weight grows, as with an edge repeated in a file
  kRemove,    ///< removes the edge
  kReweight,  ///< sets a new weight
};

/// One change; u and v index the ids of its EdgeChanges.
struct EdgeChange {
  ChangeKind kind = ChangeKind::kAdd;
  NodeIndex u = 0;
  NodeIndex v = 0;
  std::optional<double> weight = {};  ///< as written; absent means 1
  std::uint64_t line = 0;             ///< line number in the file, from 1; 0 without a file
};

/// Changes in the order in which they apply. To build them in memory, list the ids of all nodes involved, known or new,
/// and refer to nodes by their position in that list.
struct EdgeChanges {
  NodeIds ids = {};  ///< the nodes involved, in the order of first appearance
  std::vector<EdgeChange> changes = {};
  std::string place = "edges";  ///< prefix of error messages: the name of the file

  /// "edges.tsv:17", the prefix of messages about a change.
  [[nodiscard]] std::string place_of(const EdgeChange& change) const;
};

/// Reads all changes of a file, at least one. A line is `u v [weight]` or `+ u v [weight]` (add), `- u v` (remove) or
/// `= u v weight` (reweight); docs/formats.md#edge-changes. Anything else throws Error(kInput) with file and line.
[[nodiscard]] EdgeChanges read_edge_changes(const std::string& path);

/// How to treat nodes that the graph does not have.
enum class NewNodes {
  kRefuse,   ///< reject them with an error
  kAdmit,    ///< append them
  kRequire,  ///< append them, and require that every change adds an edge to a new node
};

/// Number of changes by effect.
struct ChangeCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t reweighted = 0;      ///< by `=`, or by adding an existing edge
  std::uint64_t without_effect = 0;  ///< existing edges, self-loops, weights of 0
  std::uint64_t new_nodes = 0;
};

/// A graph after changes.
struct ChangedGraph {
  Graph graph;
  NodeIndex first_new = 0;      ///< rows from here on are new nodes
  std::vector<double> changed;  ///< per node: weight of its changed edges, over that of all edges it has or had
  ChangeCounts counts;
};

/// Applies the changes in order. Adding edges gives the same graph as reading old and new edges from one file. Throws
/// Error(kInput) with the line if an edge to remove or reweight does not exist, if `policy` rejects a node, or if no
/// edge is
/// left.
[[nodiscard]] ChangedGraph apply_changes(const Graph& graph, const EdgeChanges& changes, NewNodes policy);

}  // namespace columnar
#pragma GCC visibility pop
