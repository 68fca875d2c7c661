#include "columnar/spectral/neighbour_average.hpp"

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 256;

/// Weight of a node in its own average: the mean weight of its edges.
double own_weight(const Graph& graph, NodeIndex node) {
  const std::size_t degree = graph.degree(node);
  return degree == 0 ? 1.0 : graph.strength(node) / static_cast<double>(degree);
}

}  // namespace

RowMatrix neighbour_average(const Graph& graph, const KHopNeighbourhood& around, std::size_t count, const RowMatrix& x,
                            OwnPart own, int threads) {
  RowMatrix mean = RowMatrix::Zero(static_cast<Eigen::Index>(count), x.cols());
  parallel_blocks(threads, count, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const NodeIndex node = around.nodes[i];
      auto row = mean.row(static_cast<Eigen::Index>(i));
      const auto neighbours = graph.neighbours(node);
      double total = graph.strength(node);
      for (std::size_t k = 0; k < neighbours.size(); ++k) {
        row.noalias() +=
            static_cast<float>(graph.edge_weight(graph.offsets[node] + k)) * x.row(around.place[neighbours[k]]);
      }
      if (own == OwnPart::kIncluded) {
        const double weight = own_weight(graph, node);
        row.noalias() += static_cast<float>(weight) * x.row(static_cast<Eigen::Index>(i));
        total += weight;
      }
      if (total > 0.0) {
        row /= static_cast<float>(total);
      }
    }
  });
  return mean;
}

}  // namespace columnar
