#include "columnar_lab/report/links_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "columnar/embedder.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/model.hpp"
#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::SmallTown;

LinksExperiment experiment_on(const SmallTown& town) {
  LinksExperiment experiment;
  experiment.run = town.run();
  experiment.splits = 2;
  return experiment;
}

std::vector<std::string> names_of(const LinkResults& results) {
  std::vector<std::string> names;
  for (const LinkResults::Method& method : results.methods) {
    names.push_back(method.name);
  }
  return names;
}

TEST(LinksExperiment, MeasuresMethodsAndHeuristicsOnEverySplit) {
  const SmallTown town;
  LinksExperiment experiment = experiment_on(town);
  experiment.methods = {"ppmi-svd", "sdr-28"};
  experiment.run.config.seed = 4;
  const LinkResults results = run_links(experiment, {});
  EXPECT_THAT(names_of(results), ElementsAre("ppmi-svd", "sdr-28"));
  EXPECT_FALSE(results.methods[0].codes);
  EXPECT_TRUE(results.methods[1].codes);
  EXPECT_EQ(results.methods[1].trials.size(), 2U);
  EXPECT_EQ(results.heuristics.size(), 2U);
  EXPECT_EQ(results.heuristics[0].size(), kLinkHeuristics.size());

  const EdgeSplit second = split_edges(town.town.graph, experiment.split, 5);
  Config config = experiment.run.config;
  config.seed = 5;
  const LinkReport direct = measure_links(second, select_layer(Embedder(config).fit(second.residual, {}), Layer::kAll),
                                          {.cost = experiment.cost});
  EXPECT_EQ(results.methods[1].trials[1].direct.auc, direct.direct.auc);
  EXPECT_EQ(results.methods[1].trials[1].of(EdgeOperator::kHadamard).auc, direct.of(EdgeOperator::kHadamard).auc);
  EXPECT_EQ(results.test_edges, second.test_positives.size());
}

TEST(LinksExperiment, IsOneObject) {
  const SmallTown town;
  LinksExperiment experiment = experiment_on(town);
  experiment.methods = {"ppmi-svd"};
  experiment.split.negatives = Negatives::kHard;
  const LinkResults results = run_links(experiment, {});
  const Json json = links_json(experiment, results);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "preset", "config", "graph", "held_out", "negatives", "forest",
                                         "cost", "first_seed", "splits", "test_edges", "training_edges", "methods",
                                         "heuristics", "diagnostics"));
  EXPECT_EQ(json["negatives"], "hard");
  EXPECT_EQ(json["forest"], "random");
  EXPECT_EQ(json["splits"], 2);
  const Json& method = json["methods"][0];
  EXPECT_THAT(keys_of(method), ElementsAre("method", "splits", "trained_on", "operators", "best_operator", "direct"));
  EXPECT_EQ(method["direct"]["score"], "cosine");
  EXPECT_EQ(method["direct"]["auc"]["mean"], results.methods[0].of_direct(&LinkScore::auc).mean);
  for (const auto& [name, score] : method["operators"].items()) {
    EXPECT_LE(score["auc"]["mean"], method["operators"][method["best_operator"].get<std::string>()]["auc"]["mean"])
        << name;
  }
  ASSERT_EQ(json["heuristics"].size(), kLinkHeuristics.size());
  EXPECT_THAT(keys_of(json["heuristics"][0]), ElementsAre("heuristic", "auc", "average_precision"));
  EXPECT_EQ(json["diagnostics"]["degree_product_auc"]["mean"],
            results.of_diagnostic(&LinkDiagnostics::degree_product_auc).mean);
}

TEST(LinksExperiment, MeasuresAnEmbeddingOfTheFirstResidualLikeItsOwn) {
  const SmallTown town;
  LinksExperiment experiment = experiment_on(town);
  experiment.methods = {"sdr-28"};
  const Graph residual = first_residual(experiment);
  EXPECT_EQ(residual.node_count(), town.town.graph.node_count());
  EXPECT_LT(residual.edge_count(), town.town.graph.edge_count());
  const SdrTable codes = select_layer(Embedder(experiment.run.config).fit(residual, {}), Layer::kAll);
  experiment.embeddings.push_back({"mine", table_source("codes", codes)});
  const LinkResults results = run_links(experiment, {});
  EXPECT_THAT(names_of(results), ElementsAre("sdr-28", "mine"));
  ASSERT_EQ(results.methods[1].trials.size(), 1U);
  EXPECT_EQ(results.methods[1].trials[0].direct.auc, results.methods[0].trials[0].direct.auc);
}

TEST(LinksExperiment, SaysWhetherAnEmbeddingHasSeenTheHiddenEdges) {
  const SmallTown town;
  LinksExperiment experiment = experiment_on(town);
  experiment.splits = 1;
  experiment.methods = {};
  const SdrTable codes = Embedder(experiment.run.config).fit(town.town.graph, {});
  const auto add = [&](const std::string& name, const std::string& metadata) {
    experiment.embeddings.push_back({name, table_source(name, codes, std::nullopt, metadata)});
  };
  add("left", provenance_json({}, graph_digest(first_residual(experiment))));
  add("whole", provenance_json({}, graph_digest(town.town.graph)));
  add("other", provenance_json({}, "0123"));
  add("silent", "{}");
  add("odd", R"([{"graph_digest": 7}])");
  const LinkResults results = run_links(experiment, {});
  const Json json = links_json(experiment, results);
  std::vector<std::string> origins;
  for (const Json& method : json["methods"]) {
    origins.push_back(method["trained_on"]);
  }
  EXPECT_THAT(origins, ElementsAre("residual", "whole", "other", "unknown", "unknown"));
  EXPECT_TRUE(json["methods"][0]["direct"]["auc"]["sd"].is_null());
}

TEST(LinksExperiment, FindsAnEmbeddingOfOtherNodesBeforeItTrains) {
  class NoTraining : public ProgressSink {
   public:
    void begin_stage(std::string_view name) override { ADD_FAILURE() << name; }
  };
  const SmallTown town;
  LinksExperiment experiment = experiment_on(town);
  SdrTable codes = Embedder(experiment.run.config).fit(town.town.graph, {});
  codes.ids.integers[7] = 1000;
  experiment.embeddings.push_back({"mine", table_source("codes", codes)});
  NoTraining progress;
  EXPECT_EQ(complaint_of(ErrorCode::kInput,
                         [&] {
                           (void)run_links(experiment, {1, &progress});
                         }),
            "codes: node '7' has no row in it");
}

TEST(LinksExperiment, KnowsMethodsNegativesAndForestsByName) {
  EXPECT_THAT(link_methods(),
              ElementsAre("sdr-8", "sdr-28", "l6", "search", "node2vec", "deepwalk", "line", "ppmi-svd", "k-winners"));
  EXPECT_EQ(parse_negatives("hard"), Negatives::kHard);
  EXPECT_EQ(parse_forest("breadth-first"), KeptForest::kBreadthFirst);
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { (void)parse_negatives("soft"); }),
              HasSubstr("--negatives: 'soft'"));
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { (void)parse_forest("dark"); }), HasSubstr("--forest: 'dark'"));
}

TEST(LinksExperiment, RefusesImpossibleParametersBeforeThereIsAGraph) {
  const auto complaint = [](const auto& change) {
    LinksExperiment experiment;
    change(experiment);
    return complaint_of(ErrorCode::kConfig, [&] { check_links(experiment); });
  };
  EXPECT_NO_THROW(check_links({}));
  EXPECT_EQ(complaint([](auto& e) { e.split.held_out = 2.0; }), "--held-out: 2 is not between 0 and 1");
  EXPECT_EQ(complaint([](auto& e) { e.cost = 0.0; }), "--cost: 0 is not positive");
  EXPECT_EQ(complaint([](auto& e) { e.splits = 0; }), "--splits: must be a whole number from 1 to 1000, not '0'");
  EXPECT_THAT(complaint([](auto& e) { e.methods = {"sdr-9"}; }),
              HasSubstr("--methods: 'sdr-9' is none of sdr-8, sdr-28, l6, search, node2vec"));
  EXPECT_EQ(complaint([](auto& e) { e.methods = {"line", "line"}; }), "--methods: line is named twice");
  EXPECT_EQ(complaint([](auto& e) { e.embeddings = {{"sdr-8", {}}}; }), "--embedding: sdr-8 is named twice");
  EXPECT_EQ(complaint([](auto& e) {
              e.embeddings = {{"mine", {}}, {"mine", {}}};
            }),
            "--embedding: mine is named twice");
}

}  // namespace
}  // namespace columnar
