#include "columnar_lab/report/graph_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report_support.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::graph_run_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::tiny_graph;

TEST(GraphFacts, CountComponentsAndNodesWithoutEdges) {
  const GraphFacts facts = facts_of("-", tiny_graph(6, {{0, 1, 2.0}, {1, 2}, {3, 4}}));
  EXPECT_EQ(facts.name, "stdin");
  EXPECT_EQ(facts.nodes, 6U);
  EXPECT_EQ(facts.edges, 3U);
  EXPECT_EQ(facts.components, 3U);
  EXPECT_EQ(facts.isolated_nodes, 1U);
  EXPECT_TRUE(facts.weighted);
  EXPECT_FALSE(facts.directed);
}

TEST(GraphFacts, TellWhatReadingLeftOut) {
  GraphReadReport read;
  read.self_loops = 2;
  read.duplicate_edges = 5;
  const Json json = graph_json(facts_of("g.tsv", tiny_graph(2, {{0, 1}}, true), read));
  EXPECT_THAT(keys_of(json), ElementsAre("name", "digest", "nodes", "edges", "directed", "weighted", "components",
                                         "isolated_nodes", "columns", "dropped"));
  EXPECT_EQ(json["name"], "g.tsv");
  EXPECT_EQ(json["directed"], true);
  EXPECT_EQ(json["dropped"]["self_loops"], 2);
  EXPECT_EQ(json["dropped"]["duplicate_edges"], 5);
  EXPECT_EQ(json["dropped"]["zero_weight_edges"], 0);
}

TEST(ConfigJson, HasEveryConstantByName) {
  Config config;
  config.seed = 77;
  const Json json = config_json(config);
  EXPECT_EQ(json["seed"], 77);
  EXPECT_TRUE(json.contains("walk_length"));
}

TEST(GraphRun, WithoutLabelsNamesTheGraph) {
  const Labels none;
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [] { require_labels("g.tsv", nullptr); }),
              HasSubstr("g.tsv: no classes"));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { require_labels("g.tsv", &none); }), HasSubstr("g.tsv: no classes"));
}

}  // namespace
}  // namespace columnar::graph_run_test
