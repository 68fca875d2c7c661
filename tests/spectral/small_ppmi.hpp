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
  Ppmi ppmi;
  for (NodeIndex u = 0; u < nodes; ++u) {
    const std::vector<float> ones(graph.degree(u), 1.0F);
    ppmi.add_row(graph.neighbours(u), graph.is_weighted() ? graph.neighbour_weights(u) : std::span(ones));
  }
  return ppmi;
}

/// Every entry of a matrix, row by row.
struct AllEntries {
  std::vector<std::uint64_t> offsets;
  std::vector<NodeIndex> columns;
  std::vector<float> values;

  [[nodiscard]] bool operator==(const AllEntries&) const = default;
};
inline AllEntries entries_of(const Ppmi& ppmi) {
  PpmiReader reader(ppmi);
  const PpmiEntries all = reader.rows(0, ppmi.node_count());
  return {ppmi.offsets, {all.columns.begin(), all.columns.end()}, {all.values.begin(), all.values.end()}};
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
