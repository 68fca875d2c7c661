#include "columnar/ppmi/pair_counts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "columnar/core/random.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/ppmi/row_counter.hpp"
#include "ppmi/plain_pairs.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::pair_counts_test {
namespace {

using testing::ElementsAre;
using testing_support::counts_of_rows;
using testing_support::PairCounts;
using testing_support::plain_pairs;
using testing_support::RowKeeper;
using testing_support::tiny_graph;
using testing_support::TinyEdge;
using testing_support::walks_of;
using Counts = std::map<std::pair<NodeIndex, NodeIndex>, std::uint32_t>;

TEST(PairCounts, OfAPathWorkedByHand) {
  // Window 1 of 0 1 2 3: {0,1} {1,2} {2,3}.
  const PairCounts near = counts_of_rows(walks_of(4, {0, 1, 2, 3}), 4, 1);
  EXPECT_EQ(near.total, 3U);
  EXPECT_THAT(near.marginals, ElementsAre(1, 2, 2, 1));
  EXPECT_EQ(near.counts, (Counts{{{0, 1}, 1}, {{1, 0}, 1}, {{1, 2}, 1}, {{2, 1}, 1}, {{2, 3}, 1}, {{3, 2}, 1}}));
  // Window 2 adds {0,2} {1,3}.
  const PairCounts wide = counts_of_rows(walks_of(4, {0, 1, 2, 3}), 4, 2);
  EXPECT_EQ(wide.total, 5U);
  EXPECT_THAT(wide.marginals, ElementsAre(2, 3, 3, 2));
  EXPECT_EQ(wide.counts.size(), 10U);
  EXPECT_EQ(wide.counts.count({0, 3}), 0U);
}

TEST(PairCounts, LeaveOutAWalkersMeetingWithItself) {
  // 0 1 0 1, window 2: {0,1} three times at distance one; {0,0} and {1,1} at distance two are no pairs.
  const PairCounts counts = counts_of_rows(walks_of(4, {0, 1, 0, 1}), 2, 2);
  EXPECT_EQ(counts.total, 3U);
  EXPECT_THAT(counts.marginals, ElementsAre(3, 3));
  EXPECT_EQ(counts.counts, (Counts{{{0, 1}, 3}, {{1, 0}, 3}}));
  EXPECT_EQ(counts_of_rows(walks_of(3, {1, 1, 1}), 2, 2), (PairCounts{{}, {0, 0}, 0}));  // stood still
}

TEST(PairCounts, StopWhereAWalkEnds) {
  const PairCounts counts = counts_of_rows(walks_of(3, {2, 0, Walks::kEnd, 1, Walks::kEnd, Walks::kEnd}), 3, 5);
  EXPECT_EQ(counts, (PairCounts{{{{0, 2}, 1}, {{2, 0}, 1}}, {1, 0, 1}, 1}));
}

TEST(PairCounts, OfARowBeyondTheNarrowCountersAreExact) {
  // 0 1 0 1 … with every place in every window: node 0 meets itself 150 · 150 times and node 1 as often, which wraps
  // eight bits many times over, and to zero at 256. Node 2 stands alone in a short row, counted in eight bits.
  constexpr std::uint32_t kLength = 300;
  std::vector<NodeIndex> nodes;
  for (std::uint32_t i = 0; i < kLength; ++i) {
    nodes.push_back(i % 2);
  }
  nodes.insert(nodes.end(), {2, 0});
  nodes.resize(std::size_t{2} * kLength, Walks::kEnd);
  const Walks walks = walks_of(kLength, nodes);
  const PairCounts plain = plain_pairs(walks, 3, kLength);
  Visits visits(walks, 3, kLength, 1);
  visits.list(0, 3, 1);
  RowCounter<std::uint8_t> counter(walks, 3);
  for (int round = 0; round < 2; ++round) {  // the counters must be clean again after a row
    for (NodeIndex node = 0; node < 3; ++node) {
      const PairRow row = counter.gather(node, visits.of(node));
      Counts counts;
      for (std::size_t i = 0; i < row.columns.size(); ++i) {
        counts[{node, row.columns[i]}] = static_cast<std::uint32_t>(row.counts[i]);
      }
      Counts expected;
      std::ranges::copy_if(plain.counts, std::inserter(expected, expected.end()),
                           [node](const auto& entry) { return entry.first.first == node; });
      EXPECT_EQ(counts, expected);
    }
  }
  EXPECT_EQ(plain.counts.at({0, 1}), 150U * 150U);
}

TEST(PairCounts, LeaveOutPairsThatMetTooSeldomButSayHowManyMet) {
  const Graph graph = planted_communities(300, 3, 6.0, 0.3, 5).graph;
  const Walks walks = sample_walks(graph, {}, 4, {});
  const PairCounts plain = plain_pairs(walks, 300, 5);
  Visits visits(walks, 300, 5, 1);
  for (const std::uint64_t least : {1U, 2U, 7U, 1'000'000U}) {
    struct Rows : RowKeeper {
      void row(std::size_t block, const PairRow& row) override {
        met += row.met;
        RowKeeper::row(block, row);
      }
      std::uint64_t met = 0;
    } rows;
    count_pair_rows(walks, visits, 1000, rows, {}, least);
    Counts expected;
    std::ranges::copy_if(plain.counts, std::inserter(expected, expected.end()),
                         [least](const auto& entry) { return entry.second >= least; });
    EXPECT_EQ(rows.counts, expected) << least;
    EXPECT_EQ(rows.met, plain.counts.size());
    EXPECT_TRUE(rows.in_order);
  }
}

TEST(PairCounts, OfNoWalksAreEmpty) {
  EXPECT_EQ(counts_of_rows(walks_of(3, {}), 2, 5), (PairCounts{{}, {0, 0}, 0}));
  EXPECT_EQ(counts_of_rows(walks_of(0, {}), 0, 5), PairCounts());
}

/// A graph of any kind: directed or not, weighted or not, with isolated nodes and dead ends.
Graph any_graph(const KeyedRandom& random, std::uint64_t trial, NodeIndex nodes) {
  const bool directed = random.below(2, trial, 1) == 1;
  const bool weighted = random.below(2, trial, 2) == 1;
  std::vector<TinyEdge> edges;
  std::set<std::pair<NodeIndex, NodeIndex>> seen;
  const std::uint64_t wanted = random.below(3 * std::uint64_t{nodes}, trial, 3);
  for (std::uint64_t e = 0; e < wanted; ++e) {
    const auto u = static_cast<NodeIndex>(random.below(nodes, trial, 4 + 3 * e));
    const auto v = static_cast<NodeIndex>(random.below(nodes, trial, 5 + 3 * e));
    if (u != v && seen.insert(std::minmax(u, v)).second) {
      edges.push_back({u, v, weighted ? 0.5 + random.uniform(trial, 6 + 3 * e) : 1.0});
    }
  }
  return tiny_graph(nodes, edges, directed);
}

TEST(PairCounts, EqualTheCountsOfAPlainMap) {
  const KeyedRandom random(11, Purpose::kProbe);
  for (std::uint64_t trial = 0; trial < 30; ++trial) {
    const auto nodes = static_cast<NodeIndex>(2 + random.below(90, trial, 0));
    WalkConfig config;
    config.walks_per_node = static_cast<std::uint32_t>(1 + random.below(4, trial, 1000));
    config.walk_length = static_cast<std::uint32_t>(2 + random.below(12, trial, 1001));
    config.window = static_cast<std::uint32_t>(1 + random.below(16, trial, 1002));  // at times longer than the walk
    const Walks walks = sample_walks(any_graph(random, trial, nodes), config, trial, {});
    const PairCounts plain = plain_pairs(walks, nodes, config.window);
    for (const int threads : {1, 2, 3}) {
      for (const std::uint64_t slab : {kSlabVisits, std::uint64_t{1} + 20 * trial}) {
        ASSERT_EQ(counts_of_rows(walks, nodes, config.window, threads, slab), plain)
            << "trial " << trial << ", " << threads << " threads, slabs of " << slab;
      }
    }
  }
}

TEST(PairCounts, OfShortRowsAmongManyNodesAreSortedAsWell) {
  // So many nodes that a row of a few is sorted instead of looked up among the bits of all.
  constexpr NodeIndex kNodes = 400'000;
  std::vector<NodeIndex> nodes;
  for (NodeIndex i = 0; i < 40; ++i) {
    nodes.push_back((i * 7919 * 31) % kNodes);
  }
  const Walks walks = walks_of(8, nodes);
  EXPECT_EQ(counts_of_rows(walks, kNodes, 5), plain_pairs(walks, kNodes, 5));
}

TEST(PairCounts, AreTheSameAtAnyThreadCountAndSlab) {
  const Graph graph = planted_communities(2000, 4, 5.0, 0.3, 3).graph;
  const Walks walks = sample_walks(graph, {}, 2, {});
  const PairCounts one = counts_of_rows(walks, 2000, 5);
  EXPECT_EQ(counts_of_rows(walks, 2000, 5, 4, 100'000), one);
  EXPECT_EQ(plain_pairs(walks, 2000, 5), one);
}

TEST(Visits, SlabsHoldAsManyNodesAsTheyMayAndAtLeastOne) {
  const Walks walks = walks_of(3, {0, 1, 0, 0, 2, 0, 1, 2, 3});
  Visits visits(walks, 5, 1, 1);  // 4, 2, 2, 1 and 0 visits
  EXPECT_EQ(visits.slab_end(0, 100), 5U);
  EXPECT_EQ(visits.slab_end(0, 6), 2U);
  EXPECT_EQ(visits.slab_end(0, 1), 1U);
  EXPECT_EQ(visits.slab_end(2, 2), 3U);
  EXPECT_EQ(visits.slab_end(3, 1), 5U);
  visits.list(1, 3, 1);
  ASSERT_EQ(visits.of(1).size(), 2U);
  EXPECT_EQ(visits.of(1)[0].begin(), 0U);
  EXPECT_EQ(visits.of(1)[0].length(), 3U);
  EXPECT_EQ(visits.of(1)[1].begin(), 6U);
  EXPECT_EQ(visits.of(1)[1].length(), 2U);
  EXPECT_EQ(visits.of(2).size(), 2U);
}

TEST(PairCounts, OfAStarTakeTimeThatGrowsWithItsPairs) {
  // Half of all places are the hub's, and its row is the only long one: anything quadratic would not end.
  constexpr NodeIndex kLeaves = 100'000;
  WalkConfig config;
  config.walks_per_node = 2;
  config.walk_length = 6;
  const Walks walks = sample_walks(star_graph(kLeaves), config, 1, {});
  Visits visits(walks, kLeaves + 1, config.window, 2);
  struct Sizes : PairRowSink {
    void row(std::size_t /*block*/, const PairRow& row) override {
      if (row.node == 0) {
        hub = row.columns.size();
      }
    }
    std::size_t hub = 0;
  } sizes;
  count_pair_rows(walks, visits, 200'000, sizes, {2, nullptr});
  EXPECT_EQ(sizes.hub, kLeaves);
}

}  // namespace
}  // namespace columnar::pair_counts_test
