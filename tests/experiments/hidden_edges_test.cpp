#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/model.hpp"
#include "columnar_lab/evaluate/links.hpp"
#include "columnar_lab/evaluate/neighbours.hpp"
#include "experiments/experiment_support.hpp"
#include "support/tiny_graphs.hpp"

/// The two experiments that hide edges: links and neighbours.

namespace columnar::hidden_edges_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::names_of;
using testing_support::TownExperiment;
using Words = std::vector<std::string>;

constexpr std::uint64_t kOne = 1;
constexpr std::uint64_t kTwo = 2;

double figure(const SeedTable& table, std::size_t row, std::string_view measure, std::size_t split) {
  const auto found = std::ranges::find(table.measures, measure, &SeedMeasure::key);
  return table.rows[row].values[static_cast<std::size_t>(found - table.measures.begin())][split];
}

TEST(Links, MeasureMethodsAndHeuristicsOnEverySplit) {
  TownExperiment links("links");
  links.input.run.config.seed = 4;
  const Results results = links.run({{"methods", Words{"ppmi-svd", "sdr-28"}}, {"splits", kTwo}});
  ASSERT_EQ(results.tables.size(), 3U);
  const SeedTable& auc = results.tables[0];
  EXPECT_THAT(names_of(auc), ElementsAre("ppmi-svd", "sdr-28", "common neighbours", "Jaccard", "Adamic-Adar",
                                         "preferential attachment"));
  const EdgeSplit second = split_edges(links.town.town.graph, {}, 5);
  Config config = links.input.run.config;
  config.seed = 5;
  const LinkReport want = measure_links(second, select_layer(Embedder(config).fit(second.residual, {}), Layer::kAll));
  EXPECT_EQ(figure(auc, 1, "direct", 1), want.direct.auc);
  EXPECT_EQ(figure(auc, 1, "Hadamard", 1), want.of(EdgeOperator::kHadamard).auc);
  EXPECT_EQ(figure(results.tables[1], 1, "direct", 1), want.direct.average_precision);
  EXPECT_EQ(figure(auc, 4, "direct", 1), measure_heuristic(second, LinkHeuristic::kAdamicAdar).auc);
  EXPECT_TRUE(std::isnan(figure(auc, 4, "Hadamard", 1)));
  EXPECT_EQ(figure(results.tables[2], 0, "degree_product_auc", 1), diagnose(second).degree_product_auc);
  EXPECT_EQ(results.facts["test_edges"], second.test_positives.size());
}

TEST(Links, KnowNegativesAndForestsByName) {
  const TownExperiment links("links");
  const std::string hard = "hard";
  const Json json = links.json({{"methods", Words{}}, {"negatives", hard}, {"splits", kOne}});
  EXPECT_EQ(json["settings"]["negatives"], "hard");
  EXPECT_EQ(json["settings"]["forest"], "random");
  EXPECT_EQ(json["results"]["diagnostics"]["rows"][0]["negatives_without_common_neighbour"]["mean"], 0.0);
  const std::string first = "breadth-first";
  EXPECT_NE(links.residual({{"forest", first}}).targets, links.residual({}).targets);
  EXPECT_EQ(links.complaint({{"negatives", std::string("soft")}}), "--negatives: must be random or hard, not 'soft'");
  EXPECT_EQ(links.complaint({{"cost", 0.0}}), "--cost: 0 is not positive");
  EXPECT_THAT(links.complaint({{"methods", Words{"sdr-9"}}}),
              HasSubstr("--methods: unknown 'sdr-9'; use sdr-8, sdr-28, l6, search, node2vec, deepwalk, line, ppmi-svd "
                        "or k-winners"));
}

TEST(Neighbours, MeasureEveryMethodOnEverySplit) {
  TownExperiment neighbours("neighbours");
  neighbours.input.run.config.seed = 4;
  const Results results = neighbours.run({{"splits", kTwo}});
  const SeedTable& table = results.tables[0];
  EXPECT_THAT(names_of(table), ElementsAre("sdr-28", "search", "node2vec", "ppmi-svd", "k-winners", "common-neighbours",
                                           "adamic-adar", "ppmi-rows"));
  const HiddenEdges second = hide_edges(neighbours.town.town.graph, {.held_out = 0.1}, 5);
  EXPECT_EQ(results.facts["hidden_edges"], second.hidden.size());
  EXPECT_EQ(results.facts["directed_edges"], 2 * second.hidden.size());
  EXPECT_EQ(results.facts["class_nodes"], 120U);

  Config config = neighbours.input.run.config;
  config.seed = 5;
  const NodeScores scores = similarity_scores(select_layer(Embedder(config).fit(second.residual, {}), Layer::kAll));
  const NeighbourQueries queries = draw_queries(120, second.hidden, 10'000, 5);
  const NeighbourFigures want = measure_neighbours(second.residual, queries, scores, 10, {});
  EXPECT_EQ(figure(table, 0, "hits", 1), want.hits);
  EXPECT_EQ(figure(table, 0, "recall", 1), want.recall);
  EXPECT_EQ(figure(table, 0, "mrr", 1), want.mrr);
  EXPECT_EQ(figure(table, 0, "ties", 1), want.ties);
  EXPECT_GT(figure(table, 0, "class_precision", 1), 0.3);  // a third by chance
}

TEST(Neighbours, AskTheSameQuestionOfADirectedGraph) {
  TownExperiment neighbours("neighbours");
  const Words methods{"common-neighbours", "sdr-28", "l6", "node2vec", "ppmi-svd", "ppmi-rows"};
  const Results want = neighbours.run({{"methods", methods}, {"splits", kTwo}});
  const Graph directed = testing_support::downhill(neighbours.town.town.graph);
  neighbours.input.run.graph = &directed;
  const Results results = neighbours.run({{"methods", methods}, {"splits", kTwo}});
  EXPECT_EQ(results.facts, want.facts);
  // A ranking that does not look at directions finds the same: edges are hidden and left out of the ranking alike.
  EXPECT_EQ(results.tables[0].rows[0].values, want.tables[0].rows[0].values);
  EXPECT_TRUE(neighbours.residual({}).directed);
}

TEST(Neighbours, HaveMeasuresForWhatIsKnown) {
  TownExperiment neighbours("neighbours");
  Json json = neighbours.json({{"methods", Words{"adamic-adar"}}, {"agreement", true}, {"splits", kTwo}});
  const Json row = json["results"]["neighbours"]["rows"][0];
  EXPECT_THAT(keys_of(row),
              ElementsAre("name", "level", "hits", "recall", "mrr", "class_precision", "ties", "agreement"));
  EXPECT_EQ(row["hits"]["seeds"].size(), 2U);
  EXPECT_TRUE(row["agreement"].is_null());  // no seed changes it
  neighbours.input.run.labels = nullptr;
  json = neighbours.json({{"methods", Words{"adamic-adar"}}});
  EXPECT_THAT(keys_of(json["results"]["neighbours"]["rows"][0]),
              ElementsAre("name", "level", "hits", "recall", "mrr", "ties"));
}

TEST(Neighbours, CompareTheListsOfTwoSeeds) {
  const TownExperiment neighbours("neighbours");
  const Words methods{"sdr-8", "sdr-28", "ppmi-rows"};
  const Results results = neighbours.run({{"methods", methods}, {"agreement", true}, {"splits", kOne}});
  for (const SeedRow& row : results.tables[0].rows) {
    EXPECT_GT(row.values.back()[0], 0.1) << row.name;
    EXPECT_LT(row.values.back()[0], 1.0) << row.name;
  }
}

/// Both experiments by name: what they do with embeddings that others made.
class HiddenEdgesOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Experiments, HiddenEdgesOf, testing::Values("links", "neighbours"));

TEST_P(HiddenEdgesOf, MeasureAnEmbeddingOfTheFirstResidualLikeTheirOwn) {
  TownExperiment hidden(GetParam());
  const Graph residual = hidden.residual({});
  EXPECT_EQ(residual.node_count(), hidden.town.town.graph.node_count());
  EXPECT_LT(residual.edge_count(), hidden.town.town.graph.edge_count());
  const SdrTable codes = select_layer(Embedder(hidden.input.run.config).fit(residual, {}), Layer::kAll);
  hidden.input.embeddings.push_back({"mine", table_source("codes", codes)});
  const Results results = hidden.run({{"methods", Words{"sdr-28"}}, {"splits", kTwo}});
  const SeedTable& table = results.tables[0];
  EXPECT_EQ(table.rows[1].name, "mine");
  for (std::size_t m = 0; m < table.measures.size(); ++m) {
    ASSERT_EQ(table.rows[1].values[m].size(), 1U);
    EXPECT_EQ(table.rows[1].values[m][0], table.rows[0].values[m][0]) << table.measures[m].key;
  }
}

TEST_P(HiddenEdgesOf, SayWhetherAnEmbeddingHasSeenTheHiddenEdges) {
  TownExperiment hidden(GetParam());
  const Graph& town = hidden.town.town.graph;
  const SdrTable codes = Embedder(hidden.input.run.config).fit(town, {});
  const auto add = [&](const std::string& name, const std::string& metadata) {
    hidden.input.embeddings.push_back({name, table_source(name, codes, std::nullopt, metadata)});
  };
  add("left", provenance_json({}, graph_digest(hidden.residual({}))));
  add("whole", provenance_json({}, graph_digest(town)));
  add("other", provenance_json({}, "0123"));
  add("silent", "{}");
  add("odd", R"([{"graph_digest": 7}])");
  const Results results = hidden.run({{"methods", Words{}}, {"splits", kOne}});
  EXPECT_EQ(
      results.facts["trained_on"],
      Json({{"left", "residual"}, {"whole", "whole"}, {"other", "other"}, {"silent", "unknown"}, {"odd", "unknown"}}));
  EXPECT_THAT(results.warnings, testing::SizeIs(4));  // all but the first
  EXPECT_THAT(results.warnings[0], HasSubstr("whole was made of the whole graph and has seen the hidden edges"));
}

TEST_P(HiddenEdgesOf, FindAnEmbeddingOfOtherNodesBeforeTheyTrain) {
  class NoTraining : public ProgressSink {
   public:
    void begin_stage(std::string_view name) override { ADD_FAILURE() << name; }
  };
  TownExperiment hidden(GetParam());
  SdrTable codes = Embedder(hidden.input.run.config).fit(hidden.town.town.graph, {});
  codes.ids.integers[7] = 1000;
  hidden.input.embeddings.push_back({"mine", table_source("codes", codes)});
  NoTraining progress;
  EXPECT_EQ(complaint_of(ErrorCode::kInput,
                         [&] {
                           (void)hidden.run({}, {1, &progress});
                         }),
            "codes: node '7' has no row in it");
}

TEST_P(HiddenEdgesOf, RefuseNamesThatOccurTwice) {
  TownExperiment hidden(GetParam());
  const auto complaint = [&] { return complaint_of(ErrorCode::kConfig, [&] { (void)hidden.run({}); }); };
  hidden.input.embeddings = {{"sdr-28", {}}};
  EXPECT_EQ(complaint(), "--embedding: 'sdr-28' is named twice");
  hidden.input.embeddings = {{"mine", {}}, {"mine", {}}};
  EXPECT_EQ(complaint(), "--embedding: 'mine' is named twice");
  EXPECT_EQ(hidden.complaint({{"held-out", 2.0}}), "--held-out: 2 is not between 0 and 1");
  EXPECT_EQ(hidden.complaint({{"splits", std::uint64_t{0}}}),
            "--splits: must be a whole number from 1 to 1000, not '0'");
}

}  // namespace
}  // namespace columnar::hidden_edges_test
