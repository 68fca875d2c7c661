#pragma once

#include <cstdint>

#include "columnar/graph.hpp"

namespace columnar {

/// A graph whose classes are known.
struct LabelledGraph {
  Graph graph;
  Labels labels;
};

/// Zachary's karate club (1977): 34 members with ids 1 to 34, 78 ties, unweighted; labels say which of the two clubs a
/// member belonged to after the split: "Mr-Hi" (member 1) or "Officer" (member 34), as networkx has them.
[[nodiscard]] LabelledGraph karate_club();

/// What planted_communities makes.
struct PlantedCommunities {
  NodeIndex nodes = 2000;
  std::int32_t classes = 8;
  double mean_degree = 8.0;
  double mixing = 0.2;  ///< share of the edges that leave their class
  std::uint64_t seed = 1;
};

/// A random graph with known classes of equal size (node v has class v mod classes, named "0", "1", …) and ids 0 to n
/// - 1.
///
/// A degree-corrected block model: expected degrees follow a power law of exponent 3, a share of 1 - `mixing` of the
/// edges stays within a class, and both ends of an edge are drawn in proportion to degree. Every node has an edge where
/// there are enough (mean degree ≥ 2). There are nodes · mean_degree / 2 distinct edges, a few fewer where the classes
/// are so small that they fill up. Linear time; the same bytes for the same parameters everywhere. Impossible
/// parameters (fewer than two nodes a class, mixing with one class, a degree that does not fit) are an Error.
[[nodiscard]] LabelledGraph planted_communities(const PlantedCommunities& wanted);

/// The same, as plain arguments.
[[nodiscard]] LabelledGraph planted_communities(NodeIndex nodes, std::int32_t classes, double mean_degree,
                                                double mixing, std::uint64_t seed);

/// Small graphs whose every property is known by hand; ids 0 to n - 1, undirected, unweighted.
[[nodiscard]] Graph path_graph(NodeIndex nodes);
[[nodiscard]] Graph cycle_graph(NodeIndex nodes);
[[nodiscard]] Graph star_graph(NodeIndex leaves);  ///< node 0 is the centre
[[nodiscard]] Graph clique_graph(NodeIndex nodes);

}  // namespace columnar
