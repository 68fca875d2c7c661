#include "columnar/graph/k_hop_neighbourhood.hpp"

namespace columnar {

KHopNeighbourhood k_hop_neighbourhood(const Graph& graph, std::span<const NodeIndex> rows, std::uint32_t hops) {
  KHopNeighbourhood neighbourhood;
  neighbourhood.nodes.assign(rows.begin(), rows.end());
  neighbourhood.place.assign(graph.node_count(), KHopNeighbourhood::kOutside);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    neighbourhood.place[rows[i]] = static_cast<NodeIndex>(i);
  }
  neighbourhood.within.push_back(rows.size());
  std::size_t next = 0;
  for (std::uint32_t hop = 0; hop < hops; ++hop) {
    for (; next < neighbourhood.within[hop]; ++next) {
      for (const NodeIndex neighbour : graph.neighbours(neighbourhood.nodes[next])) {
        if (neighbourhood.place[neighbour] == KHopNeighbourhood::kOutside) {
          neighbourhood.place[neighbour] = static_cast<NodeIndex>(neighbourhood.nodes.size());
          neighbourhood.nodes.push_back(neighbour);
        }
      }
    }
    neighbourhood.within.push_back(neighbourhood.nodes.size());
  }
  return neighbourhood;
}

}  // namespace columnar
