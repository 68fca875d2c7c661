#include "columnar_lab/evaluate/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/graph/generators.hpp"
#include "columnar_lab/evaluate/edge_split.hpp"
#include "columnar_lab/evaluate/similarity.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::neighbours_test {
namespace {

using testing_codes::make_labels;
using testing_support::tiny_graph;

/// The scores of six nodes, written out row by row.
NodeScores fixed_scores(std::vector<float> rows, std::size_t count) {
  return [rows = std::move(rows), count](std::span<const NodeIndex> nodes, std::span<float> scores) {
    for (std::size_t q = 0; q < nodes.size(); ++q) {
      std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(nodes[q] * count), count,
                  scores.begin() + static_cast<std::ptrdiff_t>(q * count));
    }
  };
}

// Node 0 is linked to 1 and asks for 2 and 5, node 3 is linked to nothing and asks for 4.
//   0: 1 is left out; 4 first, then 2, 3 and 5 share the places 2 to 4
//   3: 0 and 1 first, 4 third, the others share the places 4 and 5
const std::vector<float> kRows{9, 9, 5, 5, 7, 5,  //
                               0, 0, 0, 0, 0, 0,  //
                               0, 0, 0, 0, 0, 0,  //
                               8, 8, 1, 9, 2, 1,  //
                               0, 0, 0, 0, 0, 0,  //
                               0, 0, 0, 0, 0, 0};

NeighbourQueries two_queries() { return {{0, 3}, {0, 2, 3}, {2, 5, 4}}; }

TEST(MeasureNeighbours, IsWorkedByHandWithTiesAndLinkedNodes) {
  const Graph graph = tiny_graph(6, {{0, 1}});
  const NeighbourFigures two = measure_neighbours(graph, two_queries(), fixed_scores(kRows, 6), 2, {});
  EXPECT_DOUBLE_EQ(two.hits, (1.0 / 3 + 1.0 / 3 + 0) / 3);  // of 0, one place is left for three nodes
  EXPECT_DOUBLE_EQ(two.recall, (1.0 / 3 + 0) / 2);
  const double shared = (1.0 / 2 + 1.0 / 3 + 1.0 / 4) / 3;
  EXPECT_DOUBLE_EQ(two.mrr, (shared + shared + 1.0 / 3) / 3);
  EXPECT_DOUBLE_EQ(two.ties, (3.0 + 2.0) / 2);
  const NeighbourFigures three = measure_neighbours(graph, two_queries(), fixed_scores(kRows, 6), 3, {});
  EXPECT_DOUBLE_EQ(three.hits, (2.0 / 3 + 2.0 / 3 + 1) / 3);
  EXPECT_DOUBLE_EQ(three.recall, (2.0 / 3 + 1) / 2);
  EXPECT_DOUBLE_EQ(three.ties, (3.0 + 1.0) / 2);
}

TEST(MeasureNeighbours, FindsAllWhereKIsTheNumberOfNodes) {
  const NeighbourFigures all =
      measure_neighbours(tiny_graph(6, {{0, 1}}), two_queries(), fixed_scores(kRows, 6), 9, {});
  EXPECT_DOUBLE_EQ(all.hits, 1.0);
  EXPECT_DOUBLE_EQ(all.recall, 1.0);
}

TEST(SameClassPrecision, IsWorkedByHandWithTiesAndUnknownClasses) {
  // Node 0 of class 0: 1 first, though linked; 4 of unknown class takes no place; 2, 3 and 5 share two places.
  const Labels labels = make_labels({0, 0, 0, 1, -1, 1}, 2);
  const std::vector<NodeIndex> one{0};
  EXPECT_DOUBLE_EQ(same_class_precision(labels, one, fixed_scores(kRows, 6), 3, {}), (1.0 + 2.0 / 3) / 3);
  EXPECT_DOUBLE_EQ(same_class_precision(labels, one, fixed_scores(kRows, 6), 10, {}), 2.0 / 4);
  const std::vector<NodeIndex> both{0, 3};  // 3 of class 1: 0 and 1 first, then 2 and 5 share a place
  EXPECT_DOUBLE_EQ(same_class_precision(labels, both, fixed_scores(kRows, 6), 3, {}),
                   ((1.0 + 2.0 / 3) / 3 + (1.0 / 2) / 3) / 2);
  EXPECT_TRUE(std::isnan(same_class_precision(labels, {}, fixed_scores(kRows, 6), 3, {})));
  EXPECT_TRUE(std::isnan(same_class_precision(make_labels({0, -1}, 1), one, fixed_scores({0, 0, 0, 0}, 2), 3, {})));
}

TEST(TopKAgreement, IsTheExpectedShareOfCommonNodes) {
  const Graph graph = tiny_graph(6, {{0, 1}});
  std::vector<float> other = kRows;
  std::copy_n(std::vector<float>{0, 9, 8, 7, 6, 5}.begin(), 6, other.begin());
  const std::vector<NodeIndex> zero{0};
  // By kRows 4 surely and 2, 3 or 5 with a third; by the other 2 and 3.
  EXPECT_DOUBLE_EQ(top_k_agreement(graph, zero, fixed_scores(kRows, 6), fixed_scores(other, 6), 2, {}),
                   (1.0 / 3 + 1.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(top_k_agreement(graph, zero, fixed_scores(other, 6), fixed_scores(other, 6), 2, {}), 1.0);
  // Two draws of one of three tied nodes agree with a chance of a third.
  EXPECT_DOUBLE_EQ(top_k_agreement(graph, zero, fixed_scores(kRows, 6), fixed_scores(kRows, 6), 2, {}),
                   (1.0 + 1.0 / 3) / 2);
}

TEST(DrawQueries, AsksFromBothEnds) {
  const std::vector<NodePair> hidden{{4, 5}, {0, 3}, {0, 2}};
  const NeighbourQueries queries = draw_queries(6, hidden, 100, 1);
  EXPECT_EQ(queries.nodes, (std::vector<NodeIndex>{0, 2, 3, 4, 5}));
  EXPECT_EQ(queries.hidden, (std::vector<NodeIndex>{2, 3, 0, 0, 5, 4}));
  EXPECT_EQ(queries.of(0).size(), 2U);
}

TEST(DrawQueries, TakesWholeNodesByKeysOfTheSeed) {
  const LabelledGraph made = planted_communities(300, 4, 8.0, 0.1, 1);
  const HiddenEdges edges = hide_edges(made.graph, {}, 1);
  const NeighbourQueries all = draw_queries(300, edges.hidden, 1'000'000, 1);
  const NeighbourQueries some = draw_queries(300, edges.hidden, 50, 1);
  EXPECT_EQ(all.hidden.size(), 2 * edges.hidden.size());
  EXPECT_LE(some.hidden.size(), 50U);
  EXPECT_GT(some.hidden.size(), 40U);
  for (std::size_t i = 0; i < some.nodes.size(); ++i) {
    const auto found = std::ranges::lower_bound(all.nodes, some.nodes[i]);
    EXPECT_TRUE(std::ranges::equal(some.of(i), all.of(static_cast<std::size_t>(found - all.nodes.begin()))));
  }
  EXPECT_NE(draw_queries(300, edges.hidden, 50, 2).nodes, some.nodes);
  EXPECT_EQ(draw_queries(300, edges.hidden, 1, 1).nodes.size(), 1U);
}

TEST(SampleNodes, TakesSomeByKeysOfTheSeed) {
  std::vector<NodeIndex> nodes(100);
  std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
  EXPECT_EQ(sample_nodes(nodes, 100, 1), nodes);
  const std::vector<NodeIndex> some = sample_nodes(nodes, 10, 1);
  EXPECT_EQ(some.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(some));
  EXPECT_NE(some, sample_nodes(nodes, 10, 2));
}

/// measure_neighbours the plain way: every ranking is a sorted list of pairs.
NeighbourFigures plainly(const Graph& graph, const NeighbourQueries& queries, const RowSimilarity& similarity,
                         std::size_t k) {
  NeighbourFigures sums;
  for (std::size_t q = 0; q < queries.nodes.size(); ++q) {
    const NodeIndex node = queries.nodes[q];
    std::vector<std::pair<float, NodeIndex>> ranking;
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      if (v != node && graph.weight(node, v) == 0.0) {
        ranking.emplace_back(-similarity(node, v), v);
      }
    }
    std::ranges::sort(ranking);
    const float last = ranking[std::min(k, ranking.size()) - 1].first;
    sums.ties += static_cast<double>(std::ranges::count(ranking, last, &std::pair<float, NodeIndex>::first));
    for (const NodeIndex other : queries.of(q)) {
      const auto tied = std::ranges::equal_range(ranking, -similarity(node, other), {}, [](auto p) { return p.first; });
      double hit = 0.0;
      double reciprocal = 0.0;
      for (auto at = tied.begin(); at != tied.end(); ++at) {
        const auto place = at - ranking.begin() + 1;
        hit += place <= static_cast<std::ptrdiff_t>(k) ? 1.0 : 0.0;
        reciprocal += 1.0 / static_cast<double>(place);
      }
      sums.hits += hit / static_cast<double>(tied.size());
      sums.recall += hit / static_cast<double>(tied.size() * queries.of(q).size());
      sums.mrr += reciprocal / static_cast<double>(tied.size());
    }
  }
  const auto edges = static_cast<double>(queries.hidden.size());
  const auto nodes = static_cast<double>(queries.nodes.size());
  return {sums.hits / edges, sums.recall / nodes, sums.mrr / edges, sums.ties / nodes};
}

TEST(MeasureNeighbours, AgreesWithSortedListsOnAnyNumberOfThreads) {
  const LabelledGraph made = planted_communities(300, 4, 8.0, 0.1, 1);
  const HiddenEdges edges = hide_edges(made.graph, {}, 1);
  const Embedding codes = testing_codes::random_codes(made.labels, 1);
  const NeighbourQueries queries = draw_queries(300, edges.hidden, 1'000'000, 1);
  const NeighbourFigures want = plainly(edges.residual, queries, RowSimilarity(codes), 10);
  const NeighbourFigures got = measure_neighbours(edges.residual, queries, similarity_scores(codes), 10, {});
  EXPECT_NEAR(got.hits, want.hits, 1e-12);
  EXPECT_NEAR(got.recall, want.recall, 1e-12);
  EXPECT_NEAR(got.mrr, want.mrr, 1e-12);
  EXPECT_NEAR(got.ties, want.ties, 1e-12);
  EXPECT_GT(got.ties, 1.0);
  const NeighbourFigures threads =
      measure_neighbours(edges.residual, queries, similarity_scores(codes), 10, {3, nullptr});
  EXPECT_EQ(threads.hits, got.hits);
  EXPECT_EQ(threads.mrr, got.mrr);
}

}  // namespace
}  // namespace columnar::neighbours_test
