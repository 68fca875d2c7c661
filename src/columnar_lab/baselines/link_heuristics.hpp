#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/node_pair.hpp"

/// How likely a link is by the neighbours of its ends alone (Liben-Nowell and Kleinberg, 2007): no embedding, no
/// training. What an embedding does not beat here, it has not learned.

namespace columnar {

enum class LinkHeuristic {
  kCommonNeighbours,        ///< |N(u) ∩ N(v)|
  kJaccard,                 ///< |N(u) ∩ N(v)| / |N(u) ∪ N(v)|
  kAdamicAdar,              ///< Σ 1 / ln |N(w)| over the common neighbours w
  kPreferentialAttachment,  ///< |N(u)| · |N(v)|
};

inline constexpr std::array<LinkHeuristic, 4> kLinkHeuristics{LinkHeuristic::kCommonNeighbours, LinkHeuristic::kJaccard,
                                                              LinkHeuristic::kAdamicAdar,
                                                              LinkHeuristic::kPreferentialAttachment};

/// As a table prints it: "common neighbours".
[[nodiscard]] std::string_view heuristic_name(LinkHeuristic heuristic) noexcept;

/// How many neighbours two nodes share, by merging their rows.
[[nodiscard]] std::size_t common_neighbours(const Graph& graph, NodePair pair) noexcept;

/// The score of one pair; weights do not matter, as in NetworkX. Jaccard of two nodes without neighbours is 0. The
/// graph must be undirected and hold both nodes.
[[nodiscard]] double link_score(const Graph& graph, NodePair pair, LinkHeuristic heuristic) noexcept;

/// The scores of many pairs, in their order. Throws Error(kInput) for a directed graph or a pair outside it.
[[nodiscard]] std::vector<double> link_scores(const Graph& graph, std::span<const NodePair> pairs,
                                              LinkHeuristic heuristic);

}  // namespace columnar
