#include "columnar_lab/baselines/deepwalk.hpp"

#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "support/dense_tables.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::deepwalk_test {
namespace {

using namespace testing_support;  // NOLINT(google-build-using-namespace)

TEST(DeepWalk, PutsNodesOfACommunityTogether) {
  const LabelledGraph planted = planted_communities(300, 4, 8.0, 0.1, 1);
  const DenseTable table = deepwalk(planted.graph, {}, {.dimensions = 32, .epochs = 5}, 1, {});
  EXPECT_EQ(table.ids, planted.graph.ids);
  EXPECT_GT(nearest_is_of_same_class(table, planted.labels), 0.8);  // chance: 0.25
}

TEST(DeepWalk, GivesTheSameBytesForAnyNumberOfThreads) {
  const Graph graph = planted_communities(200, 4, 6.0, 0.2, 2).graph;
  const BaselineConfig config{.dimensions = 20, .epochs = 1};
  const DenseTable one = deepwalk(graph, {}, config, 7, {.threads = 1});
  EXPECT_EQ(one, deepwalk(graph, {}, config, 7, {.threads = 3}));
  EXPECT_NE(one, deepwalk(graph, {}, config, 8, {.threads = 1}));
}

TEST(DeepWalk, TakesUnbiasedWalksWhateverPAndQ) {
  const Graph graph = planted_communities(100, 4, 6.0, 0.2, 2).graph;
  const BaselineConfig config{.dimensions = 8, .epochs = 1};
  EXPECT_EQ(deepwalk(graph, {}, config, 1, {}), deepwalk(graph, {.return_p = 4.0, .inout_q = 0.25}, config, 1, {}));
}

TEST(DeepWalk, GivesAnIsolatedNodeARow) {
  const DenseTable table = deepwalk(tiny_graph(4, {{0, 1}, {1, 2}}), {}, {}, 1, {});
  ASSERT_EQ(table.size(), 4U);
  EXPECT_TRUE(all_finite(table));
  EXPECT_NE(table.row(3)[0], 0.0F);
}

TEST(DeepWalk, RefusesAGraphWithoutEdgesAndImpossibleConstants) {
  EXPECT_THROW((void)deepwalk(tiny_graph(3, {}), {}, {}, 1, {}), Error);
  const Graph graph = tiny_graph(2, {{0, 1}});
  EXPECT_THROW((void)deepwalk(graph, {}, {.epochs = 0}, 1, {}), Error);
  EXPECT_THROW((void)deepwalk(graph, {.walks_per_node = 0}, {}, 1, {}), Error);
  EXPECT_THROW((void)hierarchical_skip_gram(Walks{}, 5, graph.ids, {}, 1, {}), Error);
}

}  // namespace
}  // namespace columnar::deepwalk_test
