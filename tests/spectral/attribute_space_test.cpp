#include "columnar/spectral/attribute_space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "columnar/graph/generators.hpp"
#include "columnar/spectral/neighbour_average.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/spectral/weighted_attributes.hpp"
#include "support/planted_words.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::attribute_space_test {
namespace {

using testing_support::shuffled;
using testing_support::tiny_graph;
using testing_support::words_of;

std::vector<NodeIndex> all_rows(const Graph& graph) {
  std::vector<NodeIndex> rows(graph.node_count());
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  return rows;
}

/// A planted graph, its words, and coordinates that say nothing.
struct Planted {
  LabelledGraph town = planted_communities(600, 3, 8.0, 0.1, 1);
  Attributes words = words_of(town.labels.classes, 3, 2);
  std::vector<NodeIndex> rows = all_rows(town.graph);
  RowMatrix silent = RowMatrix::Zero(600, 4);
  Config config;

  Planted() { silent.col(0).setOnes(); }
};

double mean_cosine(const RowMatrix& rows, const std::vector<std::int32_t>& classes, bool same) {
  double sum = 0.0;
  std::size_t count = 0;
  for (Eigen::Index u = 0; u < rows.rows(); u += 7) {
    for (Eigen::Index v = u + 1; v < rows.rows(); v += 5) {
      if ((classes[static_cast<std::size_t>(u)] == classes[static_cast<std::size_t>(v)]) == same) {
        sum += static_cast<double>(rows.row(u).dot(rows.row(v)));
        ++count;
      }
    }
  }
  return sum / static_cast<double>(count);
}

TEST(WeightedAttributes, AreLogarithmsTimesRarityInUnitRows) {
  // Column 0 in three of three rows, column 1 in two, column 2 in one, which nothing can share.
  const Attributes words{{0, 2, 4, 6}, {0, 1, 0, 1, 0, 2}, {3.0F, 1.0F, 1.0F, 1.0F, 1.0F, 5.0F}, 3, {}};
  const std::vector<float> rarity = inverse_frequencies(words);
  EXPECT_FLOAT_EQ(rarity[0], std::log(2.0F));  // log(1 + 3/3)
  EXPECT_FLOAT_EQ(rarity[1], std::log(2.5F));  // log(1 + 3/2)
  EXPECT_EQ(rarity[2], 0.0F);
  const std::vector<NodeIndex> rows{0, 2};
  const RowMatrix dense = WeightedAttributes(words, rows, rarity).times(RowMatrix::Identity(3, 3), 1);
  const float first = 2.0F * std::log(2.0F);  // log2(1 + 3) = 2
  const float second = std::log(2.5F);
  const float length = std::hypot(first, second);
  EXPECT_NEAR(dense(0, 0), first / length, 1e-6);
  EXPECT_NEAR(dense(0, 1), second / length, 1e-6);
  EXPECT_NEAR(dense(1, 0), 1.0F, 1e-6);
  EXPECT_EQ(dense(1, 2), 0.0F);
}

TEST(WeightedAttributes, OfOppositeValuesAreOpposite) {
  Attributes measured{{0, 2, 4}, {0, 1, 0, 1}, {7.0F, 1.0F, -7.0F, -1.0F}, 2, {}};
  const std::vector<NodeIndex> rows{0, 1};
  const auto dense = [&] {
    return WeightedAttributes(measured, rows, inverse_frequencies(measured)).times(RowMatrix::Identity(2, 2), 1);
  };
  const RowMatrix few = dense();
  EXPECT_NEAR(few(0, 0), 3.0 / std::hypot(3.0, 1.0), 1e-6);  // log2(1 + 7) beside log2(1 + 1)
  EXPECT_TRUE(few.row(1).isApprox(-few.row(0)));
  measured.values[2] = -std::numeric_limits<float>::max();
  EXPECT_TRUE(dense().allFinite());
}

TEST(WeightedAttributes, MultiplyFromBothSides) {
  const Planted planted;
  const WeightedAttributes words(planted.words, planted.rows, inverse_frequencies(planted.words));
  const RowMatrix dense = words.times(RowMatrix::Identity(60, 60), 2);
  RowMatrix y = RowMatrix::Random(600, 3);
  EXPECT_TRUE(words.transposed_times(y, 2).isApprox(dense.transpose() * y, 1e-4F));
}

TEST(NeighbourAverage, IsTheMeanOfNeighboursAndOfTheNode) {
  const Graph path = tiny_graph(4, {{0, 1}, {1, 2}});  // node 3 has no edge
  const auto everyone = k_hop_neighbourhood(path, all_rows(path), 0);
  RowMatrix x(4, 1);
  x << 3.0F, 6.0F, 12.0F, 5.0F;
  const RowMatrix with = neighbour_average(path, everyone, 4, x, OwnPart::kIncluded, 1);
  EXPECT_FLOAT_EQ(with(0, 0), 4.5F);
  EXPECT_FLOAT_EQ(with(1, 0), 7.0F);
  EXPECT_FLOAT_EQ(with(3, 0), 5.0F);
  const RowMatrix without = neighbour_average(path, everyone, 4, x, OwnPart::kLeftOut, 1);
  EXPECT_FLOAT_EQ(without(1, 0), 7.5F);
  EXPECT_EQ(without(3, 0), 0.0F);
}

TEST(AttributeEvidence, FindsThatNeighboursShareWords) {
  const Planted planted;
  const AttributeEvidence evidence =
      measure_evidence(planted.town.graph, planted.words, planted.rows, planted.silent, 1, 1);
  EXPECT_GT(evidence.own, 0.05);
  EXPECT_GT(evidence.neighbours, 0.05);
  EXPECT_LT(evidence.graph, 0.01);  // coordinates that say nothing
  const PartWeights weights = part_weights(evidence, 0.5);
  EXPECT_TRUE(weights.uses_attributes());
  EXPECT_LT(weights.graph, 0.1F);
}

TEST(AttributeEvidence, TakesAttributesOfOtherNodesForNoise) {
  const Planted planted;
  const AttributeEvidence evidence =
      measure_evidence(planted.town.graph, shuffled(planted.words), planted.rows, planted.silent, 1, 1);
  EXPECT_GT(evidence.own, 0.05);  // the words still belong together
  EXPECT_LE(evidence.neighbours, 0.0);
  EXPECT_FALSE(part_weights(evidence, 0.5).uses_attributes());
  EXPECT_TRUE(part_weights(evidence, 1.0).uses_attributes());  // the user insists
}

TEST(AttributeEvidence, TakesAFewAttributesAtTheirWord) {
  const Planted planted;
  Attributes clubs;  // one column, which is the class
  clubs.width = 3;
  for (const std::int32_t c : planted.town.labels.classes) {
    clubs.indices.push_back(static_cast<std::uint32_t>(c));
    clubs.offsets.push_back(clubs.indices.size());
  }
  const AttributeEvidence evidence = measure_evidence(planted.town.graph, clubs, planted.rows, planted.silent, 1, 1);
  EXPECT_GT(evidence.own, 0.9);
  EXPECT_GT(evidence.neighbours, 0.3);
  EXPECT_GT(part_weights(evidence, 0.5).own, 0.0F);
}

TEST(PartWeights, FollowTheEvidenceAndTheShare) {
  const AttributeEvidence homophilous{0.05, 0.03, 0.06, 0.06};
  const PartWeights alike = part_weights(homophilous, 0.5);
  EXPECT_FLOAT_EQ(alike.graph, 0.5F * alike.near);
  EXPECT_EQ(alike.own, 0.0F);
  EXPECT_NEAR(alike.graph * alike.graph + alike.near * alike.near, 1.0F, 1e-6);
  const AttributeEvidence own_alone{0.12, 0.01, 0.02, 0.0};
  const PartWeights own = part_weights(own_alone, 0.5);
  EXPECT_EQ(own.graph, 0.0F);
  EXPECT_FLOAT_EQ(own.own, 4.0F * own.near);
  EXPECT_EQ(part_weights(homophilous, 0.0), PartWeights{});
  EXPECT_EQ(part_weights(homophilous, 1.0).graph, 0.0F);
}

TEST(AttributeSpace, TellsClassesApart) {
  const Planted planted;
  const AttributeSpace space =
      learn_attribute_space(planted.town.graph, planted.words, planted.rows, planted.silent, planted.config, {});
  const RowMatrix joined = join_coordinates(space, planted.town.graph, planted.words, planted.rows, planted.silent, 1);
  for (Eigen::Index v = 0; v < joined.rows(); ++v) {
    ASSERT_NEAR(joined.row(v).norm(), 1.0F, 1e-5);
  }
  const auto& classes = planted.town.labels.classes;
  EXPECT_GT(mean_cosine(joined, classes, true), mean_cosine(joined, classes, false) + 0.3);
}

TEST(AttributeSpace, SpreadsAttributesOverEdgesAndLeavesOutWhatAllShare) {
  const Graph pair = tiny_graph(3, {{0, 1}});  // node 2 has no edge
  const Attributes words{{0, 1, 2, 3}, {0, 1, 0}, {}, 2, {}};
  AttributeSpace space;
  space.weights = {0.0F, 1.0F, 0.0F};
  space.frequencies = {1.0F, 1.0F};
  space.directions = RowMatrix::Identity(2, 2);
  space.means.resize(2, 2);
  space.means << 0.25F, 0.25F, 0.0F, 0.0F;
  const std::vector<NodeIndex> rows{0, 1, 2};
  const RowMatrix joined = join_coordinates(space, pair, words, rows, RowMatrix::Zero(3, 1), 1);
  // z0 - z1 shrinks to .1 of what it was at the first step and stays: both ends average to the same mean.
  Eigen::RowVector2f first(0.55F, 0.45F);
  first = (first - space.means.row(0)).normalized();
  EXPECT_NEAR(joined(0, 0), first(0), 1e-6);
  EXPECT_NEAR(joined(0, 1), first(1), 1e-6);
  EXPECT_NEAR(joined(1, 0), first(1), 1e-6);
  const Eigen::RowVector2f alone = Eigen::RowVector2f(0.75F, -0.25F).normalized();
  EXPECT_NEAR(joined(2, 0), alone(0), 1e-6);
  EXPECT_NEAR(joined(2, 1), alone(1), 1e-6);
}

TEST(AttributeSpace, IsTheSameOnAnyNumberOfThreadsAndForAnySubsetOfNodes) {
  const Planted planted;
  const Graph& graph = planted.town.graph;
  const AttributeSpace one =
      learn_attribute_space(graph, planted.words, planted.rows, planted.silent, planted.config, {});
  const AttributeSpace four =
      learn_attribute_space(graph, planted.words, planted.rows, planted.silent, planted.config, {4, nullptr});
  ASSERT_EQ(one.weights, four.weights);
  ASSERT_EQ(one.directions, four.directions);
  ASSERT_EQ(one.means, four.means);
  const RowMatrix all = join_coordinates(one, graph, planted.words, planted.rows, planted.silent, 3);
  const std::vector<NodeIndex> some{17, 3, 599};
  const RowMatrix few = join_coordinates(one, graph, planted.words, some, planted.silent.topRows(3), 1);
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_EQ(few.row(static_cast<Eigen::Index>(i)), all.row(some[i]));
  }
}

TEST(AttributeSpace, PlacesANodeWithoutEdgesWhereItsAttributesArePredicted) {
  const Planted planted;
  const AttributeSpace space =
      learn_attribute_space(planted.town.graph, planted.words, planted.rows, planted.silent, planted.config, {});
  ASSERT_EQ(space.completion.rows(), space.directions.cols());
  const RowMatrix whole = join_coordinates(space, planted.town.graph, planted.words, planted.rows, planted.silent, 1);
  EXPECT_EQ(space.completion.cols(), whole.cols() - (space.weights.own > 0.0F ? space.directions.cols() : 0));
  // The same nodes without any edge: their words must lead them near the place that their edges gave them.
  Graph cold = planted.town.graph;
  cold.targets.clear();
  cold.offsets.assign(cold.offsets.size(), 0);
  const RowMatrix alone = join_coordinates(space, cold, planted.words, planted.rows, RowMatrix::Zero(600, 4), 1);
  double near = 0.0;
  double other = 0.0;
  for (Eigen::Index v = 0; v < 600; ++v) {
    EXPECT_NEAR(alone.row(v).norm(), 1.0F, 1e-5);
    near += static_cast<double>(alone.row(v).dot(whole.row(v))) / 600.0;
    other += static_cast<double>(alone.row(v).dot(whole.row((v + 301) % 600))) / 600.0;
  }
  EXPECT_GT(near, 0.6);
  EXPECT_GT(near, other + 0.3);
}

}  // namespace
}  // namespace columnar::attribute_space_test
