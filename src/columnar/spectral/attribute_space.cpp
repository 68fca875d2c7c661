#include "columnar/spectral/attribute_space.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph/k_hop_neighbourhood.hpp"
#include "columnar/spectral/leading_attributes.hpp"
#include "columnar/spectral/neighbour_average.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/spectral/weighted_attributes.hpp"

namespace columnar {
namespace {

/// Attributes spread over the edges as in personalised PageRank; both constants are those of APPNP (Gasteiger,
/// Bojchevski and Günnemann, 2019): docs/decisions/0040-attributes.md.
constexpr std::uint32_t kSteps = 10;
constexpr float kReturn = 0.1F;
/// Multiplications with the matrix and its transpose; the subspace need not be exact.
constexpr int kIterations = 4;

std::vector<NodeIndex> all_nodes(const Graph& graph) {
  std::vector<NodeIndex> nodes(graph.node_count());
  std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
  return nodes;
}

/// Random signs, keyed by the attribute.
RowMatrix random_signs(std::size_t rows, Eigen::Index columns, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kAttributeStart);
  RowMatrix signs(static_cast<Eigen::Index>(rows), columns);
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t bits = 0;
    for (Eigen::Index j = 0; j < columns; ++j) {
      bits = j % 64 == 0 ? random.bits(i, static_cast<std::uint64_t>(j / 64)) : bits >> 1U;
      signs(static_cast<Eigen::Index>(i), j) = (bits & 1U) == 0 ? -1.0F : 1.0F;
    }
  }
  return signs;
}

/// The rows of x that spread over the edges, for the rows of the neighbourhood:  z ← (1 - α) · mean(z) + α · x
RowMatrix spread(const Graph& graph, const KHopNeighbourhood& around, const RowMatrix& x, int threads) {
  RowMatrix z = x;
  for (std::uint32_t step = 1; step <= kSteps; ++step) {
    const std::size_t count = around.within[kSteps - step];
    z = neighbour_average(graph, around, count, z, OwnPart::kIncluded, threads);
    z = (1.0F - kReturn) * z + kReturn * x.topRows(static_cast<Eigen::Index>(count));
  }
  return z;
}

/// Rows this short say nothing: the node has no attributes.
constexpr float kSilent = 1e-6F;

/// Mean of the rows that say something.
Eigen::RowVectorXf mean_row(const RowMatrix& x) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(x.cols());
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    if (x.row(i).norm() > kSilent) {
      sum += x.row(i).cast<double>();
      ++count;
    }
  }
  return (sum / static_cast<double>(std::max<Eigen::Index>(1, count))).cast<float>();
}

/// Sets the part of a block of coordinates: unit rows times a weight.
void set_part(const RowMatrix& part, float weight, Eigen::Index first_column, RowMatrix& all) {
  for (Eigen::Index i = 0; i < part.rows(); ++i) {
    const float length = part.row(i).norm();
    if (length > kSilent) {
      all.row(i).segment(first_column, part.cols()) = part.row(i) * (weight / length);
    }
  }
}

/// The same for a part of attributes, less what all nodes share.
void set_centred(RowMatrix part, const AttributeSpace& space, Eigen::Index mean, float weight,
                 Eigen::Index first_column, RowMatrix& all) {
  for (Eigen::Index i = 0; i < part.rows(); ++i) {
    if (part.row(i).norm() > kSilent) {
      part.row(i) -= space.means.row(mean);
    }
  }
  set_part(part, weight, first_column, all);
}

/// Ridge of the completion, as a share of the mean energy of a coordinate, and the nodes that it is learned from, at
/// most.
constexpr double kCompletionRidge = 0.5;
constexpr std::size_t kCompletionNodes = 20'000;
constexpr std::size_t kCompletionBlock = 512;

/// A row less a mean, of unit length.
Eigen::RowVectorXf unit_row(const Eigen::RowVectorXf& row) {
  const float length = row.norm();
  return length > kSilent ? Eigen::RowVectorXf(row / length) : Eigen::RowVectorXf::Zero(row.size());
}

/// The map from the own part to the parts graph and near, by ridge regression over nodes that have edges and
/// attributes. `own` and `near` have a row per node of the graph.
RowMatrix learn_completion(const AttributeSpace& space, const Graph& graph, const RowMatrix& own, const RowMatrix& near,
                           std::span<const NodeIndex> rows, const RowMatrix& graph_coordinates) {
  const Eigen::Index graph_rank = space.weights.graph > 0.0F ? graph_coordinates.cols() : 0;
  const Eigen::Index near_rank = space.weights.near > 0.0F ? near.cols() : 0;
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(own.cols(), own.cols());
  Eigen::MatrixXd cross = Eigen::MatrixXd::Zero(own.cols(), graph_rank + near_rank);
  const std::size_t count = std::min(rows.size(), kCompletionNodes);
  for (std::size_t first = 0; first < count; first += kCompletionBlock) {
    const auto block = static_cast<Eigen::Index>(std::min(kCompletionBlock, count - first));
    Eigen::MatrixXd from = Eigen::MatrixXd::Zero(block, gram.cols());
    Eigen::MatrixXd to = Eigen::MatrixXd::Zero(block, cross.cols());
    for (Eigen::Index k = 0; k < block; ++k) {
      const std::size_t i = (first + static_cast<std::size_t>(k)) * rows.size() / count;
      const NodeIndex v = rows[i];
      if (graph.degree(v) == 0 || own.row(v).norm() <= kSilent) {
        continue;
      }
      from.row(k) = unit_row(own.row(v) - space.means.row(1)).cast<double>();
      if (graph_rank > 0) {
        const Eigen::RowVectorXf place = unit_row(graph_coordinates.row(static_cast<Eigen::Index>(i)));
        to.row(k).head(graph_rank) = (space.weights.graph * place).cast<double>();
      }
      if (near_rank > 0) {
        const Eigen::RowVectorXf around = unit_row(near.row(v) - space.means.row(0));
        to.row(k).tail(near_rank) = (space.weights.near * around).cast<double>();
      }
    }
    gram.noalias() += from.transpose() * from;
    cross.noalias() += from.transpose() * to;
  }
  gram.diagonal().array() += 1.0 + kCompletionRidge * gram.trace() / static_cast<double>(gram.cols());
  return gram.llt().solve(cross).cast<float>();
}

/// Predicts the parts graph and near of nodes that have attributes but no edge, as long as those of other nodes.
void complete(const AttributeSpace& space, const Graph& graph, std::span<const NodeIndex> rows, const RowMatrix& own,
              RowMatrix& joined) {
  const float length = std::hypot(space.weights.graph, space.weights.near);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    if (graph.degree(rows[i]) > 0 || own.row(row).norm() <= kSilent) {
      continue;
    }
    const Eigen::RowVectorXf predicted = unit_row(own.row(row) - space.means.row(1)) * space.completion;
    joined.row(row).head(predicted.size()) = length * unit_row(predicted);
  }
}

}  // namespace

RowMatrix leading_attributes(const WeightedAttributes& attributes, std::size_t width, std::uint32_t rank,
                             std::uint64_t seed, int threads) {
  RowMatrix directions = random_signs(
      width, static_cast<Eigen::Index>(std::min<std::size_t>({rank, width, attributes.row_count()})), seed);
  for (int step = 0; step < kIterations; ++step) {
    directions = attributes.transposed_times(attributes.times(directions, threads), threads);
    orthonormalise_columns(directions, threads);
  }
  return directions;
}

AttributeSpace learn_attribute_space(const Graph& graph, const Attributes& attributes, std::span<const NodeIndex> rows,
                                     const RowMatrix& graph_coordinates, const Config& config,
                                     const RunContext& context) {
  AttributeSpace space;
  const double share = config.attributes.attribute_share;
  if (share == 0.0) {
    return space;
  }
  const AttributeEvidence evidence =
      measure_evidence(graph, attributes, rows, graph_coordinates, config.seed, context.threads);
  space.weights = part_weights(evidence, share);
  context.note(
      fmt::format("attributes explained on nodes left out: {:.1f} % by the nodes' own others, {:.1f} % by their "
                  "neighbours', {:.1f} % by those around, {:.1f} % by the graph",
                  100.0 * std::max(0.0, evidence.own), 100.0 * std::max(0.0, evidence.neighbours),
                  100.0 * std::max(0.0, evidence.neighbourhood), 100.0 * std::max(0.0, evidence.graph)));
  if (!space.weights.uses_attributes()) {
    context.note("the attributes have nothing to do with the edges: they are ignored (--attribute-share 1 uses them)");
    return space;
  }
  const std::vector<NodeIndex> nodes = all_nodes(graph);
  space.frequencies = inverse_frequencies(attributes);
  const WeightedAttributes weighted(attributes, nodes, space.frequencies);
  space.directions =
      leading_attributes(weighted, attributes.width, config.attributes.attribute_rank, config.seed, context.threads);
  const RowMatrix own = weighted.times(space.directions, context.threads);
  space.means.resize(2, own.cols());
  const RowMatrix near = spread(graph, k_hop_neighbourhood(graph, nodes, kSteps), own, context.threads);
  space.means.row(0) = mean_row(near);
  space.means.row(1) = mean_row(own);
  space.completion = learn_completion(space, graph, own, near, rows, graph_coordinates);
  return space;
}

RowMatrix join_coordinates(const AttributeSpace& space, const Graph& graph, const Attributes& attributes,
                           std::span<const NodeIndex> rows, const RowMatrix& graph_coordinates, int threads) {
  if (!space.weights.uses_attributes()) {
    return graph_coordinates;
  }
  const Eigen::Index graph_rank = space.weights.graph > 0.0F ? graph_coordinates.cols() : 0;
  RowMatrix joined = RowMatrix::Zero(static_cast<Eigen::Index>(rows.size()), graph_rank + space.width());
  if (graph_rank > 0) {
    set_part(graph_coordinates, space.weights.graph, 0, joined);
  }
  const KHopNeighbourhood around = k_hop_neighbourhood(graph, rows, space.weights.near > 0.0F ? kSteps : 0);
  const RowMatrix all =
      WeightedAttributes(attributes, around.nodes, space.frequencies).times(space.directions, threads);
  const RowMatrix own = all.topRows(joined.rows());  // the neighbourhood begins with the rows
  Eigen::Index next = graph_rank;
  if (space.weights.near > 0.0F) {
    set_centred(spread(graph, around, all, threads), space, 0, space.weights.near, next, joined);
    next += space.directions.cols();
  }
  if (space.completion.cols() == next && next > 0) {
    complete(space, graph, rows, own, joined);
  }
  if (space.weights.own > 0.0F) {
    set_centred(own, space, 1, space.weights.own, next, joined);
  }
  to_unit_rows(joined, threads);
  return joined;
}

}  // namespace columnar
