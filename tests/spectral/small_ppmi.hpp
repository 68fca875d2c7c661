#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "columnar/graph/generators.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"
#include "support/progress_log.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::testing_support {

/// A PPMI matrix written down by hand.
inline Ppmi make_ppmi(NodeIndex nodes, const std::vector<TinyEdge>& entries) {
  const Graph graph = tiny_graph(nodes, entries);
  Ppmi ppmi{graph.offsets, graph.targets, graph.weights};
  if (ppmi.values.empty()) {
    ppmi.values = std::vector<float>(ppmi.columns.size(), 1.0F);
  }
  return ppmi;
}

/// The PPMI matrix of a graph of three communities.
inline Ppmi planted_ppmi(NodeIndex nodes) {
  const Graph graph = planted_communities(nodes, 3, 6.0, 0.1, 5).graph;
  return compute_ppmi(sample_walks(graph, {}, 1, {}), nodes, 5, {}).ppmi;
}

inline Eigen::MatrixXd dense(const Ppmi& ppmi) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(ppmi.node_count(), ppmi.node_count());
  for (NodeIndex u = 0; u < ppmi.node_count(); ++u) {
    for (NodeIndex v = 0; v < ppmi.node_count(); ++v) {
      matrix(u, v) = wide(ppmi.at(u, v));
    }
  }
  return matrix;
}

}  // namespace columnar::testing_support
