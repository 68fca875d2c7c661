#include "columnar_lab/evaluate/geometry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::geometry_test {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing_codes::cyclic_labels;
using testing_codes::make_l23_table;
using testing_codes::make_labels;
using testing_codes::random_codes;

/// Overlaps: 0–1: 2, 0–2 and 1–2: 1, all others 0.
SdrTable four_nodes() { return make_l23_table({{0, 2}, {0, 2}, {0, 4}, {1, 5}}); }

Graph make_graph(std::size_t nodes, const std::vector<std::pair<NodeIndex, NodeIndex>>& edges, bool directed = false) {
  std::vector<std::vector<NodeIndex>> rows(nodes);
  for (const auto& [u, v] : edges) {
    rows[u].push_back(v);
    if (!directed) {
      rows[v].push_back(u);
    }
  }
  Graph graph;
  graph.directed = directed;
  for (auto& row : rows) {
    std::ranges::sort(row);
    graph.targets.insert(graph.targets.end(), row.begin(), row.end());
    graph.offsets.push_back(graph.targets.size());
  }
  return graph;
}

TEST(ClassSeparation, GivesTheHandWorkedDPrimeAndAuc) {
  // Same class: 0–1 shares 2, 2–3 shares 0: mean 1, variance 1. Cross class: 1, 0, 1, 0: mean ½, variance ¼.
  const SeparationReport report = class_separation(four_nodes(), make_labels({0, 0, 1, 1}), 1);
  EXPECT_FALSE(report.sampled);
  EXPECT_THAT(report.same.counts, ElementsAre(1, 0, 1));
  EXPECT_THAT(report.cross.counts, ElementsAre(2, 2, 0));
  EXPECT_DOUBLE_EQ(report.same.mean(), 1.0);
  EXPECT_DOUBLE_EQ(report.same.sd(), 1.0);
  EXPECT_DOUBLE_EQ(report.cross.mean(), 0.5);
  EXPECT_DOUBLE_EQ(report.cross.sd(), 0.5);
  EXPECT_DOUBLE_EQ(*report.d_prime, 0.5 / std::sqrt(0.5 * (1.0 + 0.25)));
  // The pair with 2 beats all four cross pairs, the pair with 0 ties with two of them: (4 + 1) / 8.
  EXPECT_DOUBLE_EQ(*report.auc, 5.0 / 8.0);
}

TEST(ClassSeparation, LeavesOutNodesOfUnknownClass) {
  const SeparationReport report = class_separation(four_nodes(), make_labels({0, 0, 1, -1}), 1);
  EXPECT_EQ(report.same.pairs(), 1U);
  EXPECT_EQ(report.cross.pairs(), 2U);
}

TEST(ClassSeparation, SaysNothingWhereThereIsNothingToCompare) {
  const SeparationReport one_class = class_separation(four_nodes(), make_labels({0, 0, 0, 0}), 1);
  EXPECT_EQ(one_class.same.pairs(), 6U);
  EXPECT_FALSE(one_class.d_prime.has_value());
  EXPECT_FALSE(one_class.auc.has_value());
  const SeparationReport unlabelled = class_separation(four_nodes(), make_labels({-1, -1, -1, -1}), 1);
  EXPECT_EQ(unlabelled.same.pairs() + unlabelled.cross.pairs(), 0U);
  const SdrTable no_spread = make_l23_table({{0, 2}, {0, 2}, {1, 3}, {1, 3}});
  const SeparationReport perfect = class_separation(no_spread, make_labels({0, 0, 1, 1}), 1);
  EXPECT_FALSE(perfect.d_prime.has_value());
  EXPECT_DOUBLE_EQ(*perfect.auc, 1.0);
}

TEST(ClassSeparation, SamplesByKeyWhereThereAreTooManyPairs) {
  const Labels labels = cyclic_labels(200, 4);
  const SdrTable table = random_codes(labels, 2);
  const SeparationReport all = class_separation(table, labels, 1, 19'900);
  EXPECT_FALSE(all.sampled);
  EXPECT_EQ(all.same.pairs() + all.cross.pairs(), 19'900U);
  const SeparationReport some = class_separation(table, labels, 1, 15'000);
  EXPECT_TRUE(some.sampled);
  EXPECT_EQ(some.same.pairs() + some.cross.pairs(), 15'000U);
  EXPECT_NE(some.same.counts, all.same.counts);
  EXPECT_NEAR(*some.d_prime, *all.d_prime, 0.06);
  EXPECT_NEAR(*some.auc, *all.auc, 0.02);
  EXPECT_EQ(some.same.counts, class_separation(table, labels, 1, 15'000).same.counts);
  EXPECT_NE(some.same.counts, class_separation(table, labels, 2, 15'000).same.counts);
}

TEST(ClassSeparation, NeverPairsANodeWithItselfWhenSampling) {
  const SdrTable table = make_l23_table({{0, 2}, {1, 3}, {4, 6}});  // every pair of different nodes shares nothing
  const SeparationReport report = class_separation(table, make_labels({0, 0, 1}), 1, 2);
  EXPECT_TRUE(report.sampled);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const SeparationReport sample = class_separation(table, make_labels({0, 0, 1}), seed, 2);
    EXPECT_EQ(sample.same.counts[0] + sample.cross.counts[0], 2U);
  }
}

TEST(OverlapByHop, FollowsThePathWorkedByHand) {
  // 0 – 1 – 2 – 3. Hop 1: 2, 1, 0. Hop 2: 1, 0. Hop 3: 0. Nothing lies further.
  const Graph path = make_graph(4, {{0, 1}, {1, 2}, {2, 3}});
  EXPECT_THAT(overlap_by_hop(path, four_nodes()), ElementsAre(DoubleEq(1.0), DoubleEq(0.5), DoubleEq(0.0)));
  EXPECT_THAT(overlap_by_hop(path, four_nodes(), 1), ElementsAre(DoubleEq(1.0)));
  EXPECT_THAT(overlap_by_hop(path, four_nodes(), 0), ElementsAre());
  EXPECT_EQ(overlap_by_hop(path, four_nodes(), std::numeric_limits<std::uint32_t>::max()).size(), 3U);
}

TEST(OverlapByHop, TakesTheShortestWay) {
  const Graph ring = make_graph(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  // Hop 1: 2, 1, 0, 0. Hop 2: 0–2 and 1–3: 1, 0.
  EXPECT_THAT(overlap_by_hop(ring, four_nodes()), ElementsAre(DoubleEq(0.75), DoubleEq(0.5)));
}

TEST(OverlapByHop, FollowsTheEdgesOfADirectedGraph) {
  const Graph chain = make_graph(4, {{2, 0}, {0, 3}}, true);  // 2 → 0 → 3, node 1 alone
  EXPECT_THAT(overlap_by_hop(chain, four_nodes()), ElementsAre(DoubleEq(0.5), DoubleEq(0.0)));
}

TEST(OverlapByHop, IsEmptyWithoutEdgesOrNodes) {
  EXPECT_TRUE(overlap_by_hop(make_graph(4, {}), four_nodes()).empty());
  EXPECT_TRUE(overlap_by_hop(make_graph(0, {}), make_l23_table({})).empty());
}

TEST(OverlapByHop, DrawsDistinctSourcesByKey) {
  // A star whose leaf i shares two bits with the hub when i is even: from a sample of sources the mean moves with the
  // seed.
  std::vector<std::vector<std::uint16_t>> codes{{0, 2}};
  std::vector<std::pair<NodeIndex, NodeIndex>> edges;
  for (NodeIndex leaf = 1; leaf <= 40; ++leaf) {
    codes.push_back(leaf % 2 == 0 ? std::vector<std::uint16_t>{0, 2} : std::vector<std::uint16_t>{4, 6});
    edges.emplace_back(0, leaf);
  }
  const Graph star = make_graph(41, edges);
  const SdrTable table = make_l23_table(codes);
  EXPECT_THAT(overlap_by_hop(star, table, 1, 1, 41), ElementsAre(DoubleEq(1.0)));
  std::vector<double> means;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> drawn = overlap_by_hop(star, table, 1, seed, 7);
    EXPECT_EQ(drawn, overlap_by_hop(star, table, 1, seed, 7));
    means.push_back(drawn.at(0));
  }
  EXPECT_GT(std::ranges::max(means), std::ranges::min(means));
}

TEST(Geometry, RefusesTablesOfAnotherSize) {
  EXPECT_THROW((void)overlap_by_hop(make_graph(3, {{0, 1}}), four_nodes()), Error);
  EXPECT_THROW((void)class_separation(four_nodes(), make_labels({0, 1}), 1), Error);
}

}  // namespace
}  // namespace columnar::geometry_test
