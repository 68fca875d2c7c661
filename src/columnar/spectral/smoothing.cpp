#include "columnar/spectral/smoothing.hpp"

#include "columnar/core/parallel.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;

/// The mean of the neighbours' coordinates, weighted by the edges. The node must have an edge.
Eigen::RowVectorXf neighbour_mean(const Graph& graph, NodeIndex node, const RowMatrix& coordinates) {
  const auto neighbours = graph.neighbours(node);
  const double total = graph.strength(node);
  Eigen::RowVectorXf mean = Eigen::RowVectorXf::Zero(coordinates.cols());
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const double share = graph.edge_weight(graph.offsets[node] + i) / total;
    mean.noalias() += static_cast<float>(share) * coordinates.row(neighbours[i]);
  }
  return mean;
}

}  // namespace

void smooth_over_edges(const Graph& graph, double smoothing, RowMatrix& coordinates, const RunContext& context) {
  if (smoothing == 0.0) {
    return;
  }
  const RowMatrix before = coordinates;
  parallel_blocks(context.threads, graph.node_count(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (auto v = static_cast<NodeIndex>(begin); v < end; ++v) {
      if (graph.degree(v) > 0) {
        coordinates.row(v) += static_cast<float>(smoothing) * neighbour_mean(graph, v, before);
      }
    }
  });
  to_unit_rows(coordinates, context.threads);
}

RowMatrix node_coordinates(const Ppmi& ppmi, const Graph& graph, const Config& config, const RunContext& context) {
  RowMatrix coordinates =
      embed_spectrum(ppmi, config.spectral, config.ppmi.spectral_clip, config.seed, context).coordinates;
  smooth_over_edges(graph, config.spectral.smoothing, coordinates, context);
  return coordinates;
}

}  // namespace columnar
