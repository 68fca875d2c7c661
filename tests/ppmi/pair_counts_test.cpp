#include "columnar/ppmi/pair_counts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "columnar/graph/generators.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;

Walks walks_of(std::uint32_t length, std::vector<NodeIndex> nodes) {
  Walks walks;
  walks.length = length;
  walks.nodes = std::move(nodes);
  return walks;
}

TEST(PairCounts, OfAPathWorkedByHand) {
  // Window 1 of 0 1 2 3: {0,1} {1,2} {2,3}.
  const PairCounts near = count_pairs(walks_of(4, {0, 1, 2, 3}), 4, 1, {});
  EXPECT_EQ(near.total, 3U);
  EXPECT_THAT(near.marginals, ElementsAre(1, 2, 2, 1));
  EXPECT_THAT(near.offsets, ElementsAre(0, 1, 3, 5, 6));
  EXPECT_THAT(near.columns, ElementsAre(1, 0, 2, 1, 3, 2));
  EXPECT_THAT(near.counts, ElementsAre(1, 1, 1, 1, 1, 1));
  // Window 2 adds {0,2} {1,3}.
  const PairCounts wide = count_pairs(walks_of(4, {0, 1, 2, 3}), 4, 2, {});
  EXPECT_EQ(wide.total, 5U);
  EXPECT_THAT(wide.marginals, ElementsAre(2, 3, 3, 2));
  EXPECT_THAT(wide.columns, ElementsAre(1, 2, 0, 2, 3, 0, 1, 3, 1, 2));
}

TEST(PairCounts, LeaveOutAWalkersMeetingWithItself) {
  // 0 1 0 1, window 2: {0,1} three times at distance one; {0,0} and {1,1} at distance two are no pairs.
  const PairCounts counts = count_pairs(walks_of(4, {0, 1, 0, 1}), 2, 2, {});
  EXPECT_EQ(counts.total, 3U);
  EXPECT_THAT(counts.marginals, ElementsAre(3, 3));
  EXPECT_THAT(counts.columns, ElementsAre(1, 0));
  EXPECT_THAT(counts.counts, ElementsAre(3, 3));
}

TEST(PairCounts, StopWhereAWalkEnds) {
  const PairCounts counts = count_pairs(walks_of(3, {2, 0, Walks::kEnd, 1, Walks::kEnd, Walks::kEnd}), 3, 5, {});
  EXPECT_EQ(counts.total, 1U);
  EXPECT_THAT(counts.marginals, ElementsAre(1, 0, 1));
  EXPECT_THAT(counts.offsets, ElementsAre(0, 1, 1, 2));
}

TEST(PairCounts, EqualTheCountsOfAPlainMap) {
  const Graph graph = planted_communities(200, 4, 5.0, 0.3, 3).graph;
  const Walks walks = sample_walks(graph, {}, 2, {});
  constexpr std::size_t kWindow = 3;
  std::map<std::pair<NodeIndex, NodeIndex>, std::uint32_t> expected;
  std::vector<std::uint64_t> marginals(200, 0);
  std::uint64_t total = 0;
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const NodeIndex* walk = walks.nodes.data() + w * walks.length;
    for (std::size_t i = 0; i < walks.length; ++i) {
      for (std::size_t j = 0; j < walks.length; ++j) {
        if (j > i && j - i <= kWindow && walk[i] != walk[j]) {
          ++expected[{walk[i], walk[j]}];
          ++expected[{walk[j], walk[i]}];
          ++marginals[walk[i]];
          ++marginals[walk[j]];
          ++total;
        }
      }
    }
  }
  const PairCounts counts = count_pairs(walks, 200, kWindow, {});
  EXPECT_EQ(counts.total, total);
  EXPECT_EQ(counts.marginals, marginals);
  ASSERT_EQ(counts.columns.size(), expected.size());
  for (NodeIndex u = 0; u < 200; ++u) {
    for (std::uint64_t i = counts.offsets[u]; i < counts.offsets[u + 1]; ++i) {
      EXPECT_EQ(counts.counts[i], (expected[{u, counts.columns[i]}]));
      EXPECT_TRUE(i == counts.offsets[u] || counts.columns[i - 1] < counts.columns[i]);
    }
  }
}

TEST(PairCounts, AreTheSameAtAnyThreadCount) {
  const Graph graph = planted_communities(2000, 4, 5.0, 0.3, 3).graph;
  const Walks walks = sample_walks(graph, {}, 2, {});  // 20,000 walks: three blocks
  const PairCounts one = count_pairs(walks, 2000, 5, {});
  const PairCounts four = count_pairs(walks, 2000, 5, {4, nullptr});
  EXPECT_EQ(one.offsets, four.offsets);
  EXPECT_EQ(one.columns, four.columns);
  EXPECT_EQ(one.counts, four.counts);
  EXPECT_EQ(one.marginals, four.marginals);
  EXPECT_EQ(one.total, four.total);
}

TEST(PairCounts, OfNoWalksAreEmpty) {
  const PairCounts counts = count_pairs(walks_of(3, {}), 2, 5, {});
  EXPECT_EQ(counts.total, 0U);
  EXPECT_EQ(counts.node_count(), 2U);
  EXPECT_TRUE(counts.columns.empty());
}

}  // namespace
}  // namespace columnar
