#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// What happens to an edge.
enum class ChangeKind {
  kAdd,       ///< it is there now; where it was already, its weight grows, as when a file repeats an edge
  kRemove,    ///< it is gone
  kReweight,  ///< it has another weight
};

/// One change; u and v are rows of the ids beside it.
struct EdgeChange {
  ChangeKind kind = ChangeKind::kAdd;
  NodeIndex u = 0;
  NodeIndex v = 0;
  std::optional<double> weight = {};  ///< as written; none counts as 1
  std::uint64_t line = 0;             ///< where it stands in its file, from 1; 0 where there is no file
};

/// Changes in the order in which they happen. To make them in memory, list the ids of all nodes that they name, known
/// or new, and refer to these by their position in the list.
struct EdgeChanges {
  NodeIds ids = {};  ///< the nodes they name, in the order of first appearance
  std::vector<EdgeChange> changes = {};
  std::string place = "edges";  ///< begins messages: the name of the file

  /// "edges.tsv:17", to begin a message about one of them.
  [[nodiscard]] std::string place_of(const EdgeChange& change) const;
};

/// All changes of a file, at least one. A line is `u v [weight]` or `+ u v [weight]` (an edge comes), `- u v` (it goes)
/// or `= u v weight` (it has another weight); docs/formats.md#edge-changes. Anything else is an Error(kInput) with file
/// and line.
[[nodiscard]] EdgeChanges read_edge_changes(const std::string& path);

/// What may be done with nodes that the graph does not have.
enum class NewNodes {
  kRefuse,   ///< they are an error
  kAdmit,    ///< they get the next rows
  kRequire,  ///< they get the next rows, and every change must add an edge to one of them
};

/// How many of each there were.
struct ChangeCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t reweighted = 0;      ///< by `=`, or added once more
  std::uint64_t without_effect = 0;  ///< edges that were there already, self-loops, weights of 0
  std::uint64_t new_nodes = 0;
};

/// A graph after some changes.
struct ChangedGraph {
  Graph graph;
  NodeIndex first_new = 0;      ///< rows from here on are new nodes
  std::vector<double> changed;  ///< of each node: weight of its edges that came, went or differ, over all it has or had
  ChangeCounts counts;
};

/// The graph with the changes made, one after the other. Adding edges gives the graph that reading them in one file
/// with the old ones would. Throws Error(kInput) with the line for an edge that should go or change but is not there,
/// for nodes that `policy` does not allow, and where no node is left an edge.
[[nodiscard]] ChangedGraph apply_changes(const Graph& graph, const EdgeChanges& changes, NewNodes policy);

}  // namespace columnar
#pragma GCC visibility pop
