#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// All nodes within a number of hops of some rows, in the order of their distance.
struct KHopNeighbourhood {
  static constexpr NodeIndex kOutside = ~NodeIndex{0};
  std::vector<NodeIndex> nodes;     ///< the rows first, then their neighbours, …
  std::vector<std::size_t> within;  ///< within[d]: the number of nodes at most d hops away
  std::vector<NodeIndex> place;     ///< [node of the graph]: its index in `nodes`, or kOutside
};

[[nodiscard]] KHopNeighbourhood k_hop_neighbourhood(const Graph& graph, std::span<const NodeIndex> rows,
                                                    std::uint32_t hops);

}  // namespace columnar
