#include "columnar/cortex/training_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "columnar/graph/generators.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::training_stream_test {
namespace {

/// A stream over walks given by hand: a walk from each node.
struct Stream {
  Walks walks;
  Ppmi ppmi;
  Config config;

  Stream(Walks given, NodeIndex nodes, std::uint32_t window, bool balanced) : walks(std::move(given)) {
    config.walks.window = window;
    config.training.balanced = balanced;
    ppmi = compute_ppmi(walks, nodes, window, {}).ppmi;
  }
  /// How often each node is shown in so many presentations.
  [[nodiscard]] std::vector<int> shown(std::uint64_t presentations) const {
    const TrainingStream stream(walks, ppmi, config);
    std::vector<int> counts(ppmi.node_count(), 0);
    for (std::uint64_t t = 0; t < presentations; ++t) {
      ++counts[stream.at(t).v];
    }
    return counts;
  }
};

TEST(TrainingStream, ShowsPairsOfTheWindowChosenByTheirNumberAlone) {
  const Graph graph = path_graph(30);
  for (const bool balanced : {false, true}) {
    const Stream given(sample_walks(graph, {}, 1, {}), 30, 3, balanced);
    const TrainingStream stream(given.walks, given.ppmi, given.config);
    std::map<int, int> gaps;
    for (std::uint64_t t = 0; t < 2000; ++t) {
      const Presentation pair = stream.at(t);
      const int gap = std::abs(static_cast<int>(pair.u) - static_cast<int>(pair.v));
      ASSERT_GE(gap, 1);
      ASSERT_LE(gap, 3);  // on a path three steps lead no further
      ++gaps[gap];
      EXPECT_EQ(stream.at(t).u, pair.u);
      EXPECT_EQ(stream.at(t).v, pair.v);
    }
    EXPECT_EQ(gaps.size(), 3U);
  }
}

TEST(TrainingStream, AsPrintedShowsNodesAsOftenAsTheWalksMeetThem) {
  const Graph graph = planted_communities(40, 3, 5.0, 0.2, 3).graph;
  constexpr std::ptrdiff_t kWindow = 4;
  const Stream stream(sample_walks(graph, {}, 1, {}), 40, kWindow, false);
  std::vector<double> met(40, 0.0);  // ordered pairs of the window whose second node this is
  double all = 0.0;
  for (std::size_t w = 0; w < stream.walks.count(); ++w) {
    const auto walk = stream.walks.walk(w);
    const auto size = static_cast<std::ptrdiff_t>(walk.size());
    ASSERT_EQ(size, static_cast<std::ptrdiff_t>(stream.walks.length));
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, j - kWindow); i < std::min(size, j + kWindow + 1); ++i) {
        if (walk[static_cast<std::size_t>(i)] != walk[static_cast<std::size_t>(j)]) {
          met[walk[static_cast<std::size_t>(j)]] += 1.0;
          all += 1.0;
        }
      }
    }
  }
  constexpr double kPairs = 80'000;
  const std::vector<int> counts = stream.shown(static_cast<std::uint64_t>(kPairs));
  for (std::size_t v = 0; v < 40; ++v) {
    const double expected = kPairs * met[v] / all;
    EXPECT_NEAR(counts[v], expected, 5.0 * std::sqrt(expected)) << v;
  }
  const auto [least, most] = std::minmax_element(met.begin(), met.end());
  EXPECT_GT(*most, 2.0 * *least);  // and that is not alike
}

/// 0 → 1 → 2: one walk from each node.
Walks directed_path() {
  Walks walks;
  walks.length = 3;
  walks.nodes = {0, 1, 2, 1, 2, Walks::kEnd, 2, Walks::kEnd, Walks::kEnd};
  return walks;
}

TEST(TrainingStream, AsPrintedOnADirectedPathWorkedByHand) {
  // Window 2: the walk of three has two partners at each of its places, each drawn with 1/2 · 1/3 · 1/4; the walk of
  // two has one at each, drawn with 1/2 · 1/2 · 1/4. Nodes 0, 1, 2: 4/48, 4/48 + 3/48, 4/48 + 3/48, and 18/48 in all.
  const std::vector<int> counts = Stream(directed_path(), 3, 2, false).shown(36'000);
  EXPECT_NEAR(counts[0], 8000, 5 * 79);
  EXPECT_NEAR(counts[1], 14'000, 5 * 93);
  EXPECT_NEAR(counts[2], 14'000, 5 * 93);
}

TEST(TrainingStream, BalancedShowsEveryNodeAlikeHubsAndSinksToo) {
  // Two stars that share no edge: every leaf met its own hub more often than chance.
  const Graph graph = testing_support::tiny_graph(8, {{0, 1}, {0, 2}, {0, 3}, {4, 5}, {4, 6}, {4, 7}}, true);
  const std::vector<int> counts = Stream(sample_walks(graph, {}, 1, {}), 8, 5, true).shown(32'000);
  for (const int count : counts) {
    EXPECT_NEAR(count, 4000, 5 * 60);
  }
}

TEST(TrainingStream, BalancedTakesItsContextsFromThePartnersMetMoreOftenThanChance) {
  const Graph graph = planted_communities(60, 3, 5.0, 0.1, 4).graph;
  const Stream given(sample_walks(graph, {}, 1, {}), 60, 5, true);
  const TrainingStream stream(given.walks, given.ppmi, given.config);
  for (std::uint64_t t = 0; t < 500; ++t) {
    const Presentation pair = stream.at(t);
    EXPECT_GT(given.ppmi.at(pair.u, pair.v), 0.0F);
  }
}

TEST(TrainingStream, PassesOverNodesThatMetNobody) {
  Walks walks;
  walks.length = 2;
  for (NodeIndex v = 0; v < 1000; ++v) {  // 1,000 isolated nodes but for one edge: 400 and 600
    walks.nodes.push_back(v);
    walks.nodes.push_back(v == 400 ? 600 : v == 600 ? 400 : Walks::kEnd);
  }
  const Stream given(walks, 1000, 5, false);
  const TrainingStream stream(given.walks, given.ppmi, given.config);
  for (std::uint64_t t = 0; t < 50; ++t) {
    EXPECT_EQ(stream.at(t).u + stream.at(t).v, 1000U);
  }
}

TEST(TrainingStream, IsEmptyWhereNobodyMetAnyone) {
  Walks walks;
  walks.length = 2;
  walks.nodes = {0, Walks::kEnd, 1, Walks::kEnd};
  for (const bool balanced : {false, true}) {
    const Stream given(walks, 2, 5, balanced);
    EXPECT_TRUE(TrainingStream(given.walks, given.ppmi, given.config).empty());
  }
}

TEST(PresentationCount, IsTheSmallerOfBothLimits) {
  TrainingConfig config;
  config.presentations = 1000;
  config.presentations_per_node = 50;
  EXPECT_EQ(presentation_count(config, 10), 500U);
  EXPECT_EQ(presentation_count(config, 20), 1000U);
  EXPECT_EQ(presentation_count(config, 5'000'000'000), 1000U);
}

}  // namespace
}  // namespace columnar::training_stream_test
