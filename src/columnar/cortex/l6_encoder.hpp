#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// The one L6 neuron that stands for a node, a hash of its key (NodeKeys).
[[nodiscard]] std::uint16_t l6_identity(std::uint64_t key, const L6Config& config, std::uint64_t seed) noexcept;

/// L6, the layer that says who is near: `l6_active` neurons of each of some nodes, ascending, node after node.
///                                                                                       docs/equations.md#l6
///
/// A node hears the identities of its neighbours u, each by the weight of its edge, and of the neighbours w of these,
/// each by
///
///   w(v,u) · w(u,w) / ln(1 + degree(u)),
///
/// as Adamic and Adar weigh a common neighbour; its own as loud as the loudest of them. The `l6_active` loudest share
/// the active neurons in proportion to their sums, by the method of Sainte-Laguë: the first of each is its own neuron,
/// a second, third, … belong to it by a hash. So two nodes share many neurons where they hear much of the same, be it
/// of few nodes or of many. Of a node with more than `l6_fan` neighbours, `l6_fan` of them, drawn by keys, are heard at
/// the second step. Weights are relative to their mean at the node they leave. The graph is symmetric (SymmetricGraph).
///
/// Nothing is learned and nothing depends on the walks: a node that came later hears what it would have heard before.
[[nodiscard]] std::vector<std::uint16_t> encode_l6(const Graph& graph, std::span<const NodeIndex> rows,
                                                   const NodeKeys& keys, const L6Config& config, std::uint64_t seed,
                                                   const RunContext& context);

/// A node that another hears, and how loud: what the sums of L6 are made of.
struct HeardNode {
  NodeIndex node = 0;
  double loudness = 0.0;
};

/// The nodes that a node hears, the loudest first, without itself: those that its L6 neurons stand for.
[[nodiscard]] std::vector<HeardNode> heard_nodes(const Graph& graph, NodeIndex node, const NodeKeys& keys,
                                                 const L6Config& config, std::uint64_t seed);

}  // namespace columnar
