#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::testing_support {

/// Graphs on which a rule that can run away does: hubs, no structure, nothing but structure, weights of any size.
inline std::vector<std::pair<std::string, Graph>> hard_graphs(NodeIndex leaves, NodeIndex nodes) {
  std::vector<TinyEdge> bipartite;
  std::vector<TinyEdge> twins;
  std::vector<TinyEdge> wild;
  const KeyedRandom random(1, Purpose::kProbe);
  const NodeIndex half = nodes / 2;
  for (NodeIndex u = 0; u < half; ++u) {
    for (NodeIndex v = 0; v < half; ++v) {
      bipartite.push_back({u, half + v});
    }
    for (const NodeIndex component : {NodeIndex{0}, half}) {
      twins.push_back({component + u, component + (u + 1) % half});
      twins.push_back({component + u, component + (u + 7) % half});
    }
  }
  for (NodeIndex i = 0; i < 10 * nodes; ++i) {
    wild.push_back({static_cast<NodeIndex>(random.below(nodes, i, 0)),
                    static_cast<NodeIndex>(random.below(nodes, i, 1)),
                    std::pow(10.0, 60.0 * random.uniform(i, 2) - 30.0)});
  }
  return {{"a star", star_graph(leaves)},
          {"a clique", clique_graph(half)},
          {"a path", path_graph(10 * nodes)},
          {"a bipartite graph", tiny_graph(2 * half, bipartite)},
          {"two equal components", tiny_graph(2 * half, twins)},
          {"one edge", path_graph(2)},
          {"weights from 1e-30 to 1e30", tiny_graph(nodes, wild)}};
}

}  // namespace columnar::testing_support
