#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Walks of at most `length` nodes each; a walk ends early if no edge leads on (directed graphs, isolated nodes).
/// Walk w starts at node w / walks_per_node of the rank's rows.
struct Walks {
  std::uint32_t length = 0;
  std::vector<NodeIndex> nodes;  ///< walk w occupies nodes[w * length ...]; unused entries hold kEnd
  static constexpr NodeIndex kEnd = ~NodeIndex{0};

  [[nodiscard]] std::size_t count() const noexcept { return length == 0 ? 0 : nodes.size() / length; }
  /// The nodes of one walk, without the unused entries.
  [[nodiscard]] std::span<const NodeIndex> walk(std::size_t w) const noexcept;
};

/// Second-order biased walks (node2vec's p and q), weighted by edge weights, from every node (walk_sampler.hpp).
/// docs/equations.md#walks
///
/// From t to v, the next node x is drawn with probability proportional to weight(v,x) · α, where α = 1/p if x = t,
/// 1 if t and x are linked, 1/q otherwise. Rejection sampling avoids tables that grow with the square of a hub's
/// degree;
/// memory beyond the walks is one number per edge on weighted graphs, none on others.
[[nodiscard]] Walks sample_walks(const Graph& graph, const WalkConfig& config, std::uint64_t seed,
                                 const RunContext& context);

}  // namespace columnar
