#include "columnar_lab/evaluate/links.hpp"

#include <gtest/gtest.h>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::links_test {
namespace {

using testing_codes::random_codes;

LabelledGraph communities() { return planted_communities(600, 4, 8.0, 0.1, 1); }

/// Eight bits a node, each one of five that only its class uses.
Embedding class_codes(const Labels& labels) {
  SdrTable table;
  table.shape.layer = Layer::kL23;
  const KeyedRandom random(1, Purpose::kProbe);
  for (std::size_t v = 0; v < labels.classes.size(); ++v) {
    table.ids.integers.push_back(static_cast<std::int64_t>(v));
    for (std::uint32_t i = 0; i < 8; ++i) {
      const auto column = static_cast<std::uint32_t>(labels.classes[v]) * 40 + i * 5 +
                          static_cast<std::uint32_t>(random.below(5, v, i));
      table.bits.push_back(static_cast<std::uint16_t>(column * table.shape.cells_per_column));
    }
  }
  return table;
}

/// Vectors of eight numbers that lean on the class.
Embedding leaning_vectors(const Labels& labels) {
  DenseTable table;
  table.dimensions = 8;
  const KeyedRandom random(1, Purpose::kProbe);
  for (std::size_t v = 0; v < labels.classes.size(); ++v) {
    table.ids.integers.push_back(static_cast<std::int64_t>(v));
    for (std::uint32_t k = 0; k < 8; ++k) {
      const double lean = static_cast<std::int32_t>(k) == labels.classes[v] ? 2.0 : 0.0;
      table.values.push_back(static_cast<float>(lean + 0.5 * random.normal(v, k)));
    }
  }
  return table;
}

TEST(MeasureLinks, FindsLinksWhereCodesTellTheCommunities) {
  const LabelledGraph made = communities();
  const EdgeSplit split = split_edges(made.graph, {}, 1);
  const LinkReport report = measure_links(split, class_codes(made.labels));
  // Nine edges of ten stay within one of four classes, a quarter of the other pairs do: who knows the class alone has
  // an AUC of about (0.9 - 0.25) / 2 + 0.5.
  EXPECT_GT(report.of(EdgeOperator::kWeightedL1).auc, 0.75);
  EXPECT_GT(report.direct.auc, 0.7);
  EXPECT_LT(report.of(EdgeOperator::kWeightedL1).auc, 0.9);
  EXPECT_EQ(report.of(EdgeOperator::kWeightedL1).auc, report.of(EdgeOperator::kWeightedL2).auc);
  EXPECT_GT(report.of(EdgeOperator::kWeightedL1).average_precision, 0.65);
}

TEST(MeasureLinks, FindsLinksWhereVectorsTellTheCommunities) {
  const LabelledGraph made = communities();
  const LinkReport report = measure_links(split_edges(made.graph, {}, 1), leaning_vectors(made.labels));
  EXPECT_GT(report.of(EdgeOperator::kHadamard).auc, 0.75);
  EXPECT_GT(report.of(EdgeOperator::kWeightedL2).auc, 0.75);
  EXPECT_GT(report.direct.auc, 0.75);
}

TEST(MeasureLinks, DoesNotCareHowLongVectorsAre) {
  const LabelledGraph made = communities();
  const EdgeSplit split = split_edges(made.graph, {}, 1);
  const Embedding vectors = leaning_vectors(made.labels);
  DenseTable halved = std::get<DenseTable>(vectors);
  for (float& value : halved.values) {
    value *= 0.5F;
  }
  EXPECT_NEAR(measure_links(split, vectors).of(EdgeOperator::kHadamard).auc,
              measure_links(split, halved).of(EdgeOperator::kHadamard).auc, 1e-4);
}

TEST(MeasureLinks, FindsNoOverlapInCodesThatKnowNothing) {
  const LabelledGraph made = communities();
  const Labels none = testing_codes::make_labels(std::vector<std::int32_t>(600, 0), 1);
  const LinkReport report = measure_links(split_edges(made.graph, {}, 1), random_codes(none, 5));
  EXPECT_NEAR(report.direct.auc, 0.5, 0.07);
}

TEST(MeasureLinks, GivesTheSameFiguresForAnyNumberOfThreads) {
  const LabelledGraph made = communities();
  const EdgeSplit split = split_edges(made.graph, {}, 1);
  const Embedding codes = random_codes(made.labels, 1);
  const LinkReport one = measure_links(split, codes, {}, {1, nullptr});
  const LinkReport three = measure_links(split, codes, {}, {3, nullptr});
  for (const EdgeOperator edge_operator : kEdgeOperators) {
    EXPECT_EQ(one.of(edge_operator).auc, three.of(edge_operator).auc);
    EXPECT_EQ(one.of(edge_operator).average_precision, three.of(edge_operator).average_precision);
  }
}

TEST(MeasureLinks, RefusesAnEmbeddingOfOtherNodes) {
  const LabelledGraph made = communities();
  const EdgeSplit split = split_edges(made.graph, {}, 1);
  EXPECT_THROW(static_cast<void>(measure_links(split, random_codes(testing_codes::cyclic_labels(599, 4), 1))), Error);
}

/// A square with a tail: 0 – 1 – 2 – 3 – 0 and 3 – 4; hidden are its diagonals.
EdgeSplit small_split() {
  EdgeSplit split;
  split.residual = testing_support::tiny_graph(6, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {3, 4}});
  split.test_positives = {{0, 2}, {1, 3}};
  split.test_negatives = {{1, 4}, {2, 5}};
  return split;
}

TEST(Diagnose, CountsNeighboursAndDegreesWorkedByHand) {
  const LinkDiagnostics found = diagnose(small_split());
  EXPECT_DOUBLE_EQ(found.positives_with_common_neighbour, 1.0);
  EXPECT_DOUBLE_EQ(found.negatives_without_common_neighbour, 1.0);
  EXPECT_DOUBLE_EQ(found.positive_degree, (2 + 2 + 2 + 3) / 4.0);
  EXPECT_DOUBLE_EQ(found.negative_degree, (2 + 1 + 2 + 0) / 4.0);
  EXPECT_DOUBLE_EQ(found.degree_product_auc, 1.0);  // 4 and 6 against 2 and 0
}

TEST(MeasureHeuristic, IsPerfectWhereOnlyHiddenEdgesHaveCommonNeighbours) {
  for (const LinkHeuristic heuristic : kLinkHeuristics) {
    const LinkScore score = measure_heuristic(small_split(), heuristic);
    EXPECT_DOUBLE_EQ(score.auc, 1.0) << heuristic_name(heuristic);
    EXPECT_DOUBLE_EQ(score.average_precision, 1.0) << heuristic_name(heuristic);
  }
}

}  // namespace
}  // namespace columnar::links_test
