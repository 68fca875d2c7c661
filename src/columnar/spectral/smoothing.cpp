#include "columnar/spectral/smoothing.hpp"

#include <numeric>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/graph/neighbour_rows.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;
constexpr std::size_t kRowsPerFetch = 4096;  ///< of which the neighbours' coordinates are held at a time

/// The mean of the neighbours' coordinates, weighted by the edges. The node must have an edge.
Eigen::RowVectorXf neighbour_mean(const Graph& graph, NodeIndex node, const NeighbourRows<float>& coordinates,
                                  Eigen::Index width) {
  const auto neighbours = graph.neighbours(node);
  const double total = graph.strength(node);
  Eigen::RowVectorXf mean = Eigen::RowVectorXf::Zero(width);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    const double share = graph.edge_weight(graph.offsets[node] + i) / total;
    mean.noalias() +=
        static_cast<float>(share) * Eigen::Map<const Eigen::RowVectorXf>(coordinates.of(neighbours[i]), width);
  }
  return mean;
}

}  // namespace

void smooth_over_edges(const Graph& graph, double smoothing, RowMatrix& coordinates, const RunContext& context) {
  if (smoothing == 0.0) {
    return;
  }
  Ranks& ranks = ranks_of(context);
  const auto own = static_cast<std::size_t>(coordinates.rows());
  const RowShares shares = RowShares::of(ranks, own);
  const RowMatrix before = coordinates;
  NeighbourRows<float> rows(ranks, shares, {}, graph.node_count());
  std::vector<NodeIndex> nodes;
  for_blocks_together(ranks, own, ranks.is_alone() ? own : kRowsPerFetch, [&](std::size_t from, std::size_t to) {
    nodes.resize(to - from);
    std::iota(nodes.begin(), nodes.end(), static_cast<NodeIndex>(shares.first() + from));
    rows.fetch(graph, nodes, static_cast<std::size_t>(before.cols()), before.data());
    parallel_blocks(context.threads, nodes.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (graph.degree(nodes[i]) > 0) {
          coordinates.row(static_cast<Eigen::Index>(from + i)) +=
              static_cast<float>(smoothing) * neighbour_mean(graph, nodes[i], rows, before.cols());
        }
      }
    });
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
