#pragma once

#include <cstdint>

#include "columnar/graph/generators.hpp"

namespace columnar {

/// Parameters of nested_communities.
struct NestedCommunities {
  NodeIndex nodes = 1'000'000;
  double mean_degree = 10.0;
  double mixing = 0.15;              ///< share of the edges that leave their community; more if hubs need it
  NodeIndex community_nodes = 1000;  ///< mean size of a community; smaller in small graphs
  std::int32_t classes = 8;          ///< groups of communities: the labels
  std::uint64_t seed = 1;
};

/// Exponent of the degree distribution: P(degree = x) ~ x^-2.6, typical of real networks.
inline constexpr double kNestedDegreeExponent = 2.6;

/// The fewest and the most nodes of a generated graph.
inline constexpr NodeIndex kMinGeneratedNodes = 100;
inline constexpr NodeIndex kMaxGeneratedNodes = 50'000'000;

/// A random graph that resembles a large real one: hubs, many small communities, and classes made of communities.
///
/// Unlike in planted_communities, communities do not grow with the graph, so a node's surroundings are the same at
/// any size. Community sizes vary between half the mean and four times the mean. Each node has a degree of at least 1,
/// drawn from a power law cut off at √(nodes · mean degree). A share of 1 - `mixing` of all edge ends is joined within
/// the
/// community; half of the rest joins other communities of the class, the remainder other classes. A hub has at most a
/// quarter of its community as neighbours, and the more outside. Nodes are assigned to communities at random: the order
/// of
/// the nodes carries no information.
///
/// Ends are joined at random (the configuration model). Ends that would form a self-loop or a repeated edge are joined
/// again, and finally one level further out, so that on large graphs the mean degree is met within one percent. Linear
/// time
/// and memory; the same bytes for any number of threads. Impossible parameters, and more than a billion edges, throw
/// Error(kConfig).
[[nodiscard]] LabelledGraph nested_communities(const NestedCommunities& wanted, int threads = 1);

}  // namespace columnar
