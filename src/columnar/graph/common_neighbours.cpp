#include "columnar/graph/common_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace columnar {

std::vector<NodeIndex> common_neighbours_of(const Graph& graph, NodeIndex u, NodeIndex v) {
  const auto of_u = graph.neighbours(u);
  const auto of_v = graph.neighbours(v);
  std::vector<NodeIndex> common;
  std::ranges::set_intersection(of_u, of_v, std::back_inserter(common));
  return common;
}

std::vector<double> adamic_adar_weights(const Graph& graph) {
  std::vector<double> weights(graph.node_count());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const std::size_t degree = graph.degree(v);
    weights[v] = degree < 2 ? 0.0 : std::round(kExactUnits / std::log(static_cast<double>(degree)));
  }
  return weights;
}

void add_common_neighbours(const Graph& graph, NodeIndex node, std::span<const double> weights,
                           std::span<double> sums) {
  for (const NodeIndex common : graph.neighbours(node)) {
    for (const NodeIndex other : graph.neighbours(common)) {
      sums[other] += weights[common];
    }
  }
}

}  // namespace columnar
