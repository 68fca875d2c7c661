#pragma once

#include <cstdint>

#include "columnar/graph/generators.hpp"

namespace columnar {

/// What nested_communities makes.
struct NestedCommunities {
  NodeIndex nodes = 1'000'000;
  double mean_degree = 10.0;
  double mixing = 0.15;              ///< share of the edges that leave their community; more where hubs need it
  NodeIndex community_nodes = 1000;  ///< mean size of a community; fewer where the graph is small
  std::int32_t classes = 8;          ///< groups of communities: the labels
  std::uint64_t seed = 1;
};

/// Degrees of nested_communities fall with this power: P(degree = x) ~ x^-2.6, in the middle of what real networks
/// show.
inline constexpr double kNestedDegreeExponent = 2.6;

/// The fewest and the most nodes of a generated graph.
inline constexpr NodeIndex kMinGeneratedNodes = 100;
inline constexpr NodeIndex kMaxGeneratedNodes = 50'000'000;

/// A random graph that looks like a large real one: hubs, many small communities, and classes made of communities.
///
/// Unlike planted_communities its communities do not grow with the graph, so that a node's surroundings are the same at
/// any size: what grows is the graph alone. Sizes of communities vary between half the mean and four times it. Each
/// node has a degree drawn from a power law, cut off at √(nodes · mean degree), and at least 1. A share of 1 - `mixing`
/// of all edge ends is joined within the community; half of the others with other communities of the class, the rest
/// with other classes. A hub has at most a quarter of its community as neighbours in it, and the more outside. Which
/// node is in which community is shuffled: the order of the nodes tells nothing.
///
/// Ends are joined at random (the configuration model); ends whose partner would be a node itself or a neighbour
/// already are joined anew, and at last one level further out, so that the mean degree is met within one in a hundred
/// where the graph is large beside it. Linear time and memory; the same bytes for any number of threads. Impossible
/// parameters, and more than a billion edges, are an Error(kConfig).
[[nodiscard]] LabelledGraph nested_communities(const NestedCommunities& wanted, int threads = 1);

}  // namespace columnar
