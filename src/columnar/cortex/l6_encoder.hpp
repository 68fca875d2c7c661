#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// The one L6 neuron that represents a node, a hash of its key (NodeKeys).
[[nodiscard]] std::uint16_t l6_identity(std::uint64_t key, const L6Config& config, std::uint64_t seed) noexcept;

/// L6, the layer that encodes nearby nodes: `l6_active` neurons for each of the given nodes, ascending, node after
/// node.
/// docs/equations.md#l6
///
/// A node v hears each neighbour u with the weight of its edge, and each neighbour w of u with
///
///   w(v,u) · w(u,w) / ln(1 + degree(u)),
///
/// as Adamic and Adar weigh a common neighbour; it hears itself as loud as the loudest of these. The `l6_active`
/// loudest
/// nodes share the active neurons in proportion to their sums, by the method of Sainte-Laguë: the first neuron of each
/// is
/// its own, further ones are assigned by a hash. So two nodes share many neurons if they hear mostly the same nodes,
/// few
/// or many. At the second step, a node with more than `l6_fan` neighbours passes on a keyed sample of `l6_fan`
/// neighbours. Weights are relative to their mean at the node they leave. The graph is symmetric (SymmetricGraph).
///
/// Nothing is learned and nothing depends on the walks: a node added later gets the neurons it would have had before.
[[nodiscard]] std::vector<std::uint16_t> encode_l6(const Graph& graph, std::span<const NodeIndex> rows,
                                                   const NodeKeys& keys, const L6Config& config, std::uint64_t seed,
                                                   const RunContext& context);

/// A node that another node hears, and how loud: one term of the L6 sums.
struct HeardNode {
  NodeIndex node = 0;
  double loudness = 0.0;
};

/// The nodes that a node hears, loudest first, without itself: those that its L6 neurons represent.
[[nodiscard]] std::vector<HeardNode> heard_nodes(const Graph& graph, NodeIndex node, const NodeKeys& keys,
                                                 const L6Config& config, std::uint64_t seed);

}  // namespace columnar
