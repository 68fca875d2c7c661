#include "columnar/spectral/attribute_space.hpp"

#include <fmt/format.h>

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

/// Steps over which attributes are averaged. One is too few on Cora, three blur: docs/decisions/0040-attributes.md.
constexpr std::uint32_t kHops = 2;
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

/// Sets the part of a block of coordinates: unit rows times a weight.
void set_part(const RowMatrix& part, float weight, Eigen::Index first_column, RowMatrix& all) {
  for (Eigen::Index i = 0; i < part.rows(); ++i) {
    const float length = part.row(i).norm();
    if (length > 1e-6F) {
      all.row(i).segment(first_column, part.cols()) = part.row(i) * (weight / length);
    }
  }
}

}  // namespace

RowMatrix leading_attributes(const WeightedAttributes& attributes, const Graph* averaged_over, std::size_t width,
                             std::uint32_t rank, std::uint64_t seed, int threads) {
  RowMatrix directions = random_signs(
      width, static_cast<Eigen::Index>(std::min<std::size_t>({rank, width, attributes.row_count()})), seed);
  const KHopNeighbourhood everyone = averaged_over == nullptr
                                         ? KHopNeighbourhood()
                                         : k_hop_neighbourhood(*averaged_over, all_nodes(*averaged_over), 0);
  for (int step = 0; step < kIterations; ++step) {
    RowMatrix image = attributes.times(directions, threads);
    for (std::uint32_t hop = 0; averaged_over != nullptr && hop < kHops; ++hop) {
      image = neighbour_average(*averaged_over, everyone, everyone.nodes.size(), image, OwnPart::kIncluded, threads);
    }
    for (std::uint32_t hop = 0; averaged_over != nullptr && hop < kHops; ++hop) {
      image = transposed_average(*averaged_over, image, threads);
    }
    directions = attributes.transposed_times(image, threads);
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
  const std::uint32_t rank = config.attributes.attribute_rank;
  if (space.weights.near > 0.0F) {
    space.near = leading_attributes(weighted, &graph, attributes.width, rank, config.seed, context.threads);
  }
  if (space.weights.own > 0.0F) {
    space.own = leading_attributes(weighted, nullptr, attributes.width, rank, config.seed, context.threads);
  }
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
  if (space.near.cols() > 0) {
    const KHopNeighbourhood around = k_hop_neighbourhood(graph, rows, kHops);
    RowMatrix mean = WeightedAttributes(attributes, around.nodes, space.frequencies).times(space.near, threads);
    for (std::uint32_t hop = 1; hop <= kHops; ++hop) {
      mean = neighbour_average(graph, around, around.within[kHops - hop], mean, OwnPart::kIncluded, threads);
    }
    set_part(mean, space.weights.near, graph_rank, joined);
  }
  if (space.own.cols() > 0) {
    set_part(WeightedAttributes(attributes, rows, space.frequencies).times(space.own, threads), space.weights.own,
             graph_rank + space.near.cols(), joined);
  }
  to_unit_rows(joined, threads);
  return joined;
}

}  // namespace columnar
