#pragma once

#include <cstdint>

#include "columnar/graph.hpp"

namespace columnar {

/// A graph with known classes.
struct LabelledGraph {
  Graph graph;
  Labels labels;
};

/// Zachary's karate club (1977): 34 members with ids 1 to 34, 78 ties, unweighted. Labels give the club that a member
/// joined after the split: "Mr-Hi" (member 1) or "Officer" (member 34), as in networkx.
[[nodiscard]] LabelledGraph karate_club();

/// Parameters of planted_communities.
struct PlantedCommunities {
  NodeIndex nodes = 2000;
  std::int32_t classes = 8;
  double mean_degree = 8.0;
  double mixing = 0.2;  ///< share of the edges between classes
  std::uint64_t seed = 1;
};

/// A random graph with known classes of equal size (node v has class v mod classes, named "0", "1", …) and ids 0 to n
/// - 1.
///
/// A degree-corrected block model: expected degrees follow a power law of exponent 3, a share of 1 - `mixing` of the
/// edges stays within a class, and both ends of an edge are drawn in proportion to degree. Every node has an edge if
/// there are enough (mean degree ≥ 2). There are nodes · mean_degree / 2 distinct edges, slightly fewer if the classes
/// are so small that they fill up. Linear time; the same parameters give the same bytes everywhere. Throws Error for
/// impossible parameters (fewer than two nodes per class, mixing with one class, a degree that does not fit).
[[nodiscard]] LabelledGraph planted_communities(const PlantedCommunities& wanted);

/// The same with separate arguments.
[[nodiscard]] LabelledGraph planted_communities(NodeIndex nodes, std::int32_t classes, double mean_degree,
                                                double mixing, std::uint64_t seed);

/// Small graphs whose properties are known by hand; ids 0 to n - 1, undirected, unweighted.
[[nodiscard]] Graph path_graph(NodeIndex nodes);
[[nodiscard]] Graph cycle_graph(NodeIndex nodes);
[[nodiscard]] Graph star_graph(NodeIndex leaves);  ///< node 0 is the centre
[[nodiscard]] Graph clique_graph(NodeIndex nodes);

}  // namespace columnar
