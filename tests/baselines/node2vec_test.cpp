#include "columnar_lab/baselines/node2vec.hpp"

#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "support/dense_tables.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::node2vec_test {
namespace {

using namespace testing_support;  // NOLINT(google-build-using-namespace)

TEST(Node2vec, PutsNodesOfACommunityTogether) {
  const LabelledGraph planted = planted_communities(300, 4, 8.0, 0.1, 1);
  const DenseTable table = node2vec(planted.graph, {}, {.dimensions = 32}, 1, {});
  EXPECT_EQ(table.size(), 300U);
  EXPECT_EQ(table.dimensions, 32U);
  EXPECT_EQ(table.ids, planted.graph.ids);
  EXPECT_GT(nearest_is_of_same_class(table, planted.labels), 0.8);  // chance: 0.25
}

TEST(Node2vec, GivesTheSameBytesForAnyNumberOfThreads) {
  const Graph graph = planted_communities(1500, 5, 6.0, 0.2, 2).graph;  // enough nodes for several parts
  const WalkConfig walks{.walks_per_node = 3};
  const BaselineConfig config{.dimensions = 20, .epochs = 2};
  const DenseTable one = node2vec(graph, walks, config, 7, {.threads = 1});
  EXPECT_EQ(one, node2vec(graph, walks, config, 7, {.threads = 3}));
  EXPECT_NE(one, node2vec(graph, walks, config, 8, {.threads = 1}));
}

TEST(Node2vec, LearnsAsWellInPartsAsInOne) {
  // 1000 nodes make one part, 1040 make eight.
  for (const NodeIndex nodes : {1000U, 1040U}) {
    const LabelledGraph planted = planted_communities(nodes, 5, 10.0, 0.1, 3);
    const DenseTable table = node2vec(planted.graph, {.walks_per_node = 5}, {.dimensions = 32, .epochs = 5}, 1, {});
    EXPECT_GT(nearest_is_of_same_class(table, planted.labels), 0.8) << nodes;
  }
}

TEST(Node2vec, FollowsTheWalkBias) {
  const Graph graph = planted_communities(200, 4, 8.0, 0.1, 1).graph;
  const BaselineConfig config{.dimensions = 8, .epochs = 1};
  EXPECT_NE(node2vec(graph, {}, config, 1, {}), node2vec(graph, {.return_p = 4.0, .inout_q = 0.25}, config, 1, {}));
}

TEST(Node2vec, GivesAnIsolatedNodeARow) {
  const Graph graph = tiny_graph(4, {{0, 1}, {1, 2}});
  const DenseTable table = node2vec(graph, {}, {}, 1, {});
  ASSERT_EQ(table.size(), 4U);
  EXPECT_TRUE(all_finite(table));
  EXPECT_NE(table.row(3)[0], 0.0F);
}

TEST(Node2vec, TakesDirectedGraphsAndAnyNumberOfDimensions) {
  const Graph graph = tiny_graph(5, {{0, 1, 2.0}, {1, 2}, {2, 0}, {3, 4}}, true);
  for (const std::uint32_t dimensions : {1U, 7U, 9U, 65U}) {
    const DenseTable table = node2vec(graph, {}, {.dimensions = dimensions}, 1, {});
    EXPECT_EQ(table.values.size(), 5U * dimensions);
    EXPECT_TRUE(all_finite(table));
  }
}

TEST(Node2vec, RefusesAGraphWithoutEdgesAndImpossibleConstants) {
  try {
    (void)node2vec(tiny_graph(3, {}), {}, {}, 1, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
  }
  const Graph graph = tiny_graph(2, {{0, 1}});
  EXPECT_THROW((void)node2vec(graph, {}, {.dimensions = 0}, 1, {}), Error);
  EXPECT_THROW((void)node2vec(graph, {.walk_length = 0}, {}, 1, {}), Error);
  EXPECT_THROW((void)skip_gram(Walks{}, 5, graph.ids, {}, 1, {}), Error);
}

}  // namespace
}  // namespace columnar::node2vec_test
