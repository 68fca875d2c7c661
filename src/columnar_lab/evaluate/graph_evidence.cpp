#include "columnar_lab/evaluate/graph_evidence.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "columnar/graph/common_neighbours.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar_lab/evaluate/hop_search.hpp"

namespace columnar {

GraphEvidence graph_evidence(const Graph& graph, NodeIndex first, NodeIndex second) {
  const SymmetricGraph symmetric(graph);
  const Graph& both_ways = symmetric.graph();
  GraphEvidence evidence;
  evidence.there = graph.weight(first, second);
  evidence.back = graph.weight(second, first);
  evidence.common = common_neighbours_of(both_ways, first, second);
  std::ranges::sort(evidence.common, {}, [&](NodeIndex node) { return std::pair(both_ways.degree(node), node); });
  HopSearch(both_ways).run(first, std::numeric_limits<std::uint32_t>::max(), [&](std::uint32_t hop, NodeIndex node) {
    if (node == second) {
      evidence.distance = hop;
    }
  });
  return evidence;
}

}  // namespace columnar
