#include "columnar/ppmi/local_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "columnar/graph/generators.hpp"
#include "columnar/walks/walks.hpp"
#include "spectral/small_ppmi.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::local_pairs_test {
namespace {

using testing::ElementsAre;
using testing_support::entries_of;
using testing_support::tiny_graph;
using testing_support::wide;

std::vector<NodeIndex> columns_of(const LocalPairs& pairs) { return entries_of(pairs.ppmi).columns; }

TEST(LocalPairs, OfALeafWorkedByHand) {
  // 0 - 1 - 2 with a window of 1: the leaf 0 meets 1 alone, whose share of all pairs is 4 of 2 · 4.
  const Graph graph = path_graph(3);
  Config config;
  config.walks.window = 1;
  const Marginals marginals{{2, 4, 2}, 4};
  const std::vector<NodeIndex> rows{0};
  const LocalPairs pairs = sample_local_pairs(graph, rows, {}, marginals, config, {});
  EXPECT_THAT(pairs.ppmi.offsets, ElementsAre(0, 0));  // ln(1 · 4 / 4) = 0: no more than chance
  const LocalPairs rare = sample_local_pairs(graph, rows, {}, {{2, 1, 2}, 4}, config, {});
  ASSERT_THAT(columns_of(rare), ElementsAre(1));
  EXPECT_FLOAT_EQ(rare.ppmi.entry(0, 0).value, std::log(4.0F) * 200.0F / 205.0F);  // all of 200 walks
  EXPECT_FLOAT_EQ(rare.share[0], 1.0F);
}

TEST(LocalPairs, EveryStepOfAWalkCountsAlike) {
  // 0 → 1 → 2: every walk meets 1 once and 2 once.
  const Graph graph = tiny_graph(3, {{0, 1}, {1, 2}}, true);
  Config config;
  config.walks.window = 2;
  const LocalPairs pairs = sample_local_pairs(graph, std::vector<NodeIndex>{0}, {}, {{1, 1, 1}, 100}, config, {});
  ASSERT_THAT(columns_of(pairs), ElementsAre(1, 2));
  EXPECT_FLOAT_EQ(pairs.share[0], 0.5F);
  EXPECT_FLOAT_EQ(pairs.share[1], 0.5F);
}

TEST(LocalPairs, AgreeWithTheRowsThatCountingAllWalksGives) {
  const Graph graph = planted_communities(200, 4, 10.0, 0.1, 3).graph;
  Config config;
  config.walks.walks_per_node = 100;
  config.living.local_walks = 4000;
  const CountedPairs all = compute_ppmi(sample_walks(graph, config.walks, 1, {}), 200, config.walks.window, {});
  const std::vector<NodeIndex> rows{5, 90};
  const LocalPairs local = sample_local_pairs(graph, rows, {}, all.marginals, config, {});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double difference = 0.0;
    double size = 0.0;
    for (NodeIndex u = 0; u < 200; ++u) {
      const double expected = wide(all.ppmi.at(rows[i], u));
      difference += std::abs(expected - wide(local.ppmi.at(static_cast<NodeIndex>(i), u)));
      size += expected;
    }
    EXPECT_LT(difference, 0.25 * size) << i;
  }
}

TEST(LocalPairs, AreTheSameAtAnyThreadCountAndForAnySetOfRows) {
  const Graph graph = planted_communities(300, 3, 8.0, 0.2, 5).graph;
  const Marginals marginals{std::vector<std::uint64_t>(300, 100), 15000};
  std::vector<NodeIndex> all(300);
  std::iota(all.begin(), all.end(), NodeIndex{0});
  const LocalPairs one = sample_local_pairs(graph, all, {}, marginals, {}, {1, nullptr});
  const LocalPairs four = sample_local_pairs(graph, all, {}, marginals, {}, {4, nullptr});
  EXPECT_EQ(entries_of(one.ppmi), entries_of(four.ppmi));
  const LocalPairs few = sample_local_pairs(graph, std::vector<NodeIndex>{299}, {}, marginals, {}, {});
  EXPECT_TRUE(std::equal(few.share.begin(), few.share.end(), one.share.end() - static_cast<int>(few.share.size())));
}

TEST(LocalPairs, NewNodesAreMetAsOftenAsTheMeanAndNodesNeverMetNotAtAll) {
  const Graph graph = tiny_graph(11, {{0, 1}, {0, 2}, {0, 10}});
  Config config;
  config.walks.window = 1;
  config.ppmi.discount = 0.0;
  // Row 10 is new, row 2 was never met; the mean of ten nodes in 30 pairs is 6.
  const Marginals marginals{{4, 2, 0, 1, 1, 1, 1, 1, 1, 1}, 30};
  const LocalPairs pairs = sample_local_pairs(graph, std::vector<NodeIndex>{0}, {}, marginals, config, {});
  ASSERT_THAT(columns_of(pairs), ElementsAre(1, 10));
  EXPECT_NEAR(wide(pairs.ppmi.entry(0, 1).value), std::log(wide(pairs.share[1]) * 30.0 / 6.0), 1e-5);
}

}  // namespace
}  // namespace columnar::local_pairs_test
