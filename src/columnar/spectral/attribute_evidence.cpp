#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "columnar/core/random.hpp"
#include "columnar/graph/k_hop_neighbourhood.hpp"
#include "columnar/spectral/attribute_space.hpp"
#include "columnar/spectral/leading_attributes.hpp"
#include "columnar/spectral/neighbour_average.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {
namespace {

/// Directions of each half of the attributes that are compared, at most; a small graph has too few nodes to learn a map
/// between so many.
constexpr std::uint32_t kMostRank = 64;
constexpr std::size_t kNodesPerDirection = 16;
/// Nodes that the evidence is measured on, at most.
constexpr std::size_t kMostNodes = 20'000;
/// Ridge of the regression, as a share of the mean energy of a coordinate; one node more, for small graphs.
constexpr double kRidge = 0.1;
/// The graph counts by this power of how well it explains attributes, over those around a node; at most as much as
/// these. Half of that, for attributes that spread over the edges say where a node is, too.
constexpr double kGraphPower = 4.0;
constexpr double kGraphShare = 0.5;
constexpr double kMostGraph = 1.0;
/// A node's own attributes count at most this many times those around it.
constexpr double kMostOwn = 4.0;

/// Fewer attributes than this have no halves: a node's own then are taken at their word.
constexpr std::ptrdiff_t kFewAttributes = 16;

enum Draw : std::uint64_t { kHalfOfAttribute, kFoldOfNode, kOrderOfNode };

/// Some nodes, in ascending order of a keyed draw, and on which side of the regression each is.
struct Sample {
  std::vector<Eigen::Index> rows;  ///< of the matrices
  std::vector<bool> fold;          ///< parallel
};

Sample sample_rows(std::span<const NodeIndex> rows, const KeyedRandom& random) {
  std::vector<std::pair<std::uint64_t, Eigen::Index>> order;
  order.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    order.emplace_back(random.bits(kOrderOfNode, rows[i]), static_cast<Eigen::Index>(i));
  }
  std::ranges::sort(order);
  order.resize(std::min(order.size(), kMostNodes));
  Sample sample;
  for (const auto& [lot, row] : order) {
    sample.rows.push_back(row);
    sample.fold.push_back((random.bits(kFoldOfNode, rows[static_cast<std::size_t>(row)]) & 1U) == 1U);
  }
  return sample;
}

/// The rows of one fold, as doubles, without the mean of the fold that is learned from.
Eigen::MatrixXd rows_of_fold(const RowMatrix& x, const Sample& sample, bool fold) {
  const auto count = std::ranges::count(sample.fold, fold);
  Eigen::MatrixXd chosen(count, x.cols());
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < sample.rows.size(); ++i) {
    if (sample.fold[i] == fold) {
      chosen.row(next++) = x.row(sample.rows[i]).cast<double>();
    }
  }
  return chosen;
}

/// R² of a ridge regression from x to y on the nodes that it did not see, mean of two folds.
double explained(const RowMatrix& x, const RowMatrix& y, const Sample& sample) {
  double sum = 0.0;
  for (const bool fold : {false, true}) {
    Eigen::MatrixXd from = rows_of_fold(x, sample, fold);
    Eigen::MatrixXd to = rows_of_fold(y, sample, fold);
    if (from.rows() < 2) {
      return 0.0;
    }
    const Eigen::RowVectorXd from_mean = from.colwise().mean();
    const Eigen::RowVectorXd to_mean = to.colwise().mean();
    from.rowwise() -= from_mean;
    to.rowwise() -= to_mean;
    Eigen::MatrixXd gram = from.transpose() * from;
    gram.diagonal().array() += 1.0 + kRidge * static_cast<double>(from.rows()) / static_cast<double>(from.cols());
    const Eigen::MatrixXd map = gram.llt().solve(from.transpose() * to);
    const Eigen::MatrixXd asked = rows_of_fold(x, sample, !fold).rowwise() - from_mean;
    const Eigen::MatrixXd truth = rows_of_fold(y, sample, !fold).rowwise() - to_mean;
    const double energy = truth.squaredNorm();
    sum += energy > 0.0 ? 1.0 - (truth - asked * map).squaredNorm() / energy : 0.0;
  }
  return sum / 2.0;
}

}  // namespace

AttributeEvidence measure_evidence(const Graph& graph, const Attributes& attributes, std::span<const NodeIndex> rows,
                                   const RowMatrix& graph_coordinates, std::uint64_t seed, int threads) {
  const KeyedRandom random(seed, Purpose::kAttributeEvidence);
  const auto rank = static_cast<std::uint32_t>(std::clamp<std::size_t>(rows.size() / kNodesPerDirection, 4, kMostRank));
  const std::vector<float> frequencies = inverse_frequencies(attributes);
  const bool are_few = std::ranges::count_if(frequencies, [](float f) { return f > 0.0F; }) < kFewAttributes;
  const KHopNeighbourhood everyone = k_hop_neighbourhood(graph, rows, 0);
  RowMatrix halves[2];  // NOLINT(modernize-avoid-c-arrays): two matrices, by number
  for (std::size_t half = 0; half < 2; ++half) {
    std::vector<float> weights = frequencies;
    for (std::size_t column = 0; column < weights.size(); ++column) {
      if (!are_few && (random.bits(kHalfOfAttribute, column) & 1U) != half) {
        weights[column] = 0.0F;
      }
    }
    const WeightedAttributes weighted(attributes, everyone.nodes, weights);
    halves[half] = weighted.times(leading_attributes(weighted, attributes.width, rank, seed, threads), threads);
    to_unit_rows(halves[half], threads);
  }
  const auto average = [&](const RowMatrix& x) {
    return neighbour_average(graph, everyone, everyone.nodes.size(), x, OwnPart::kLeftOut, threads);
  };
  RowMatrix neighbours = average(halves[0]);
  RowMatrix neighbourhood = average(neighbours);
  to_unit_rows(neighbours, threads);
  to_unit_rows(neighbourhood, threads);
  const Sample sample = sample_rows(rows, random);
  return {explained(halves[0], halves[1], sample), explained(neighbours, halves[1], sample),
          explained(neighbourhood, halves[1], sample), explained(graph_coordinates, halves[1], sample)};
}

PartWeights part_weights(const AttributeEvidence& evidence, double share) noexcept {
  double graph = 1.0;
  double near = 1.0;
  double own = 0.0;
  if (evidence.neighbours > 0.0 && evidence.neighbourhood > 0.0) {
    graph = std::min(kGraphShare * std::pow(std::max(0.0, evidence.graph) / evidence.neighbourhood, kGraphPower),
                     kMostGraph);
    own = std::clamp(evidence.own / evidence.neighbourhood - 1.0, 0.0, kMostOwn);
  } else if (share < 1.0) {
    return {};
  } else {
    own = 1.0;  // the user insists
    near = 0.0;
  }
  graph *= 1.0 - share;
  near *= share;
  own *= share;
  const double length = std::sqrt(graph * graph + near * near + own * own);
  return {static_cast<float>(graph / length), static_cast<float>(near / length), static_cast<float>(own / length)};
}

}  // namespace columnar
