#include "columnar_lab/evaluate/living.hpp"

#include <algorithm>

#include "columnar/graph/digest.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::living_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::small_config;
using testing_support::tiny_graph;

LabelledGraph town() { return planted_communities(300, 3, 8.0, 0.05, 5); }

TEST(HideNodes, GivesBackTheWholeGraph) {
  const LabelledGraph whole = town();
  const HiddenNodes hidden = hide_nodes(whole.graph, whole.labels, 0.2, 1);
  EXPECT_EQ(hidden.rows.size(), 60U);
  EXPECT_EQ(hidden.visible.graph.node_count(), 240U);
  EXPECT_EQ(hidden.visible.labels.classes.size(), 240U);
  const ChangedGraph back = apply_changes(hidden.visible.graph, hidden.edges, NewNodes::kRequire);
  EXPECT_EQ(back.graph.edge_count(), whole.graph.edge_count());
  EXPECT_EQ(back.counts.without_effect, 0U);
  EXPECT_NE(hide_nodes(whole.graph, whole.labels, 0.2, 2).rows, hidden.rows);
}

TEST(HoldBackEdges, GivesBackTheWholeGraphDirectedAndWeightedToo) {
  const Graph weighted =
      tiny_graph(6, {{0, 1, 2.0}, {1, 2, 0.5}, {2, 0, 1.0}, {3, 4, 7.0}, {4, 5, 1.0}, {5, 0, 2.0}}, true);
  for (const Graph& whole : {town().graph, weighted}) {
    const LateEdges late = hold_back_edges(whole, 0.3, 1);
    EXPECT_EQ(late.before.edge_count() + late.edges.changes.size(), whole.edge_count());
    const ChangedGraph back = apply_changes(late.before, late.edges, NewNodes::kRefuse);
    EXPECT_EQ(graph_digest(back.graph), graph_digest(whole));
  }
}

TEST(HoldBackEdges, RefusesGraphsThatAreTooSmall) {
  const Graph pair = path_graph(2);
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)hold_back_edges(pair, 0.999, 1); }), HasSubstr("too small"));
  const Labels labels{{0, 1}, {"a", "b"}};
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)hide_nodes(pair, labels, 0.1, 1); }), HasSubstr("too small"));
}

TEST(Living, EncodedNodesAndUpdatedCodesKeepTheirClasses) {
  const LabelledGraph whole = town();
  LivingOptions options;
  options.hidden = {0.1};
  options.seeds = 2;
  const std::vector<SeedTable> tables =
      evaluate_living(whole.graph, whole.labels, small_config(), options, {2, nullptr});
  ASSERT_EQ(tables.size(), 2U);
  ASSERT_EQ(tables[0].rows.size(), 1U);
  EXPECT_EQ(tables[0].rows[0].name, "10 % of the nodes");
  const auto mean = [](const SeedTable& table, const std::string& key) {
    const auto measure = std::ranges::find(table.measures, key, &SeedMeasure::key) - table.measures.begin();
    EXPECT_EQ(table.rows[0].values[static_cast<std::size_t>(measure)].size(), 2U);
    return over_seeds(table.rows[0], static_cast<std::size_t>(measure)).mean;
  };
  EXPECT_GT(mean(tables[0], "encoded"), 0.85);
  EXPECT_NEAR(mean(tables[0], "difference"), mean(tables[0], "encoded") - mean(tables[0], "trained"), 1e-12);
  EXPECT_NEAR(mean(tables[0], "search_difference"),
              mean(tables[0], "search_encoded") - mean(tables[0], "search_trained"), 1e-12);
  EXPECT_GT(mean(tables[0], "updated"), 0.85);
  EXPECT_NEAR(mean(tables[0], "updated_difference"), mean(tables[0], "updated") - mean(tables[0], "trained"), 1e-12);
  EXPECT_GT(mean(tables[0], "microseconds"), 0.0);
  EXPECT_GT(mean(tables[1], "updated"), 0.9);
  EXPECT_GT(mean(tables[1], "unchanged"), 0.1);
  EXPECT_LT(mean(tables[1], "learned"), 0.9);
  options.late = {};
  EXPECT_EQ(evaluate_living(whole.graph, whole.labels, small_config(), options, {}).size(), 1U);
}

TEST(Living, AllBitsAreMoreThanTheLearnedOnes) {
  // Half of the edges lead to other communities: no code finds every class.
  const LabelledGraph noisy = planted_communities(300, 3, 4.0, 0.5, 5);
  LivingOptions options;
  options.hidden = {0.3};
  options.late = {};
  const std::vector<SeedTable> tables = evaluate_living(noisy.graph, noisy.labels, small_config(), options, {});
  const auto column = [&](const std::string& key) {
    const auto measure = std::ranges::find(tables[0].measures, key, &SeedMeasure::key) - tables[0].measures.begin();
    return tables[0].rows[0].values[static_cast<std::size_t>(measure)];
  };
  EXPECT_NE(column("search_encoded"), column("encoded"));
  EXPECT_NE(column("search_trained"), column("trained"));
}

}  // namespace
}  // namespace columnar::living_test
