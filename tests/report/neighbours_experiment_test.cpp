#include "columnar_lab/report/neighbours_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/embedder.hpp"
#include "columnar_lab/evaluate/neighbours.hpp"
#include "columnar_lab/report/links_experiment.hpp"
#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::SmallTown;

NeighboursExperiment experiment_on(const SmallTown& town) {
  NeighboursExperiment experiment;
  experiment.run = town.run();
  experiment.splits = 2;
  return experiment;
}

std::vector<std::string> names_of(const NeighbourResults& results) {
  std::vector<std::string> names;
  for (const SeedRow& row : results.table.rows) {
    names.push_back(row.name);
  }
  return names;
}

TEST(NeighboursExperiment, MeasuresEveryMethodOnEverySplit) {
  const SmallTown town;
  NeighboursExperiment experiment = experiment_on(town);
  experiment.run.config.seed = 4;
  const NeighbourResults results = run_neighbours(experiment, {});
  EXPECT_THAT(names_of(results), ElementsAre("sdr-28", "search", "node2vec", "ppmi-svd", "k-winners",
                                             "common-neighbours", "adamic-adar", "ppmi-rows"));
  const HiddenEdges second = hide_edges(town.town.graph, experiment.split, 5);
  EXPECT_EQ(results.hidden_edges, second.hidden.size());
  EXPECT_EQ(results.directed_edges, 2 * second.hidden.size());
  EXPECT_EQ(results.class_nodes, 120U);

  Config config = experiment.run.config;
  config.seed = 5;
  const NodeScores scores = similarity_scores(select_layer(Embedder(config).fit(second.residual, {}), Layer::kAll));
  const NeighbourQueries queries = draw_queries(120, second.hidden, experiment.queries, 5);
  const NeighbourFigures want = measure_neighbours(second.residual, queries, scores, 10, {});
  const SeedRow& codes = results.table.rows[0];
  ASSERT_EQ(codes.values.size(), 5U);
  ASSERT_EQ(codes.values[0].size(), 2U);
  EXPECT_EQ(codes.values[0][1], want.hits);
  EXPECT_EQ(codes.values[1][1], want.recall);
  EXPECT_EQ(codes.values[2][1], want.mrr);
  EXPECT_GT(codes.values[3][1], 0.3);  // a third by chance
  EXPECT_EQ(codes.values[4][1], want.ties);
}

TEST(NeighboursExperiment, AsksTheSameQuestionOfADirectedGraph) {
  const SmallTown town;
  const Graph directed = testing_support::downhill(town.town.graph);
  NeighboursExperiment experiment = experiment_on(town);
  experiment.methods = {"common-neighbours", "sdr-28", "l6", "node2vec", "ppmi-svd", "ppmi-rows"};
  const NeighbourResults want = run_neighbours(experiment, {});
  experiment.run.graph = &directed;
  const NeighbourResults results = run_neighbours(experiment, {});
  EXPECT_EQ(results.hidden_edges, want.hidden_edges);
  EXPECT_EQ(results.directed_edges, want.directed_edges);
  EXPECT_EQ(results.query_nodes, want.query_nodes);
  // A ranking that does not look at directions finds the same: edges are hidden and left out of the ranking alike.
  EXPECT_EQ(results.table.rows[0].values, want.table.rows[0].values);
  EXPECT_TRUE(first_residual(experiment).directed);
}

TEST(NeighboursExperiment, IsOneObject) {
  const SmallTown town;
  NeighboursExperiment experiment = experiment_on(town);
  experiment.methods = {"adamic-adar"};
  experiment.agreement = true;
  const Json json = neighbours_json(experiment, run_neighbours(experiment, {}));
  EXPECT_THAT(keys_of(json),
              ElementsAre("version", "preset", "config", "graph", "held_out", "k", "queries", "first_seed", "splits",
                          "hidden_edges", "directed_edges", "query_nodes", "class_nodes", "trained_on", "results"));
  const Json& row = json["results"]["neighbours"]["rows"][0];
  EXPECT_THAT(keys_of(row),
              ElementsAre("name", "level", "hits", "recall", "mrr", "class_precision", "ties", "agreement"));
  EXPECT_EQ(row["hits"]["seeds"].size(), 2U);
  EXPECT_TRUE(row["agreement"].is_null());  // no seed changes it
}

TEST(NeighboursExperiment, LeavesOutTheClassesThatItDoesNotKnow) {
  const SmallTown town;
  NeighboursExperiment experiment = experiment_on(town);
  experiment.run.labels = nullptr;
  experiment.methods = {"common-neighbours"};
  const Json json = neighbours_json(experiment, run_neighbours(experiment, {}));
  EXPECT_THAT(keys_of(json["results"]["neighbours"]["rows"][0]),
              ElementsAre("name", "level", "hits", "recall", "mrr", "ties"));
}

TEST(NeighboursExperiment, ComparesTheListsOfTwoSeeds) {
  const SmallTown town;
  NeighboursExperiment experiment = experiment_on(town);
  experiment.splits = 1;
  experiment.methods = {"sdr-8", "sdr-28", "ppmi-rows"};
  experiment.agreement = true;
  const NeighbourResults results = run_neighbours(experiment, {});
  for (const SeedRow& row : results.table.rows) {
    EXPECT_GT(row.values.back()[0], 0.1) << row.name;
    EXPECT_LT(row.values.back()[0], 1.0) << row.name;
  }
}

TEST(NeighboursExperiment, MeasuresAnEmbeddingOfTheFirstResidualLikeItsOwn) {
  const SmallTown town;
  NeighboursExperiment experiment = experiment_on(town);
  experiment.methods = {"sdr-28"};
  const Graph residual = first_residual(experiment);
  LinksExperiment links;
  links.run = town.run();
  links.split.held_out = 0.1;
  EXPECT_EQ(first_residual(links).targets, residual.targets);
  experiment.embeddings.push_back(
      {"mine", table_source("codes", select_layer(Embedder(experiment.run.config).fit(residual, {}), Layer::kAll))});
  const NeighbourResults results = run_neighbours(experiment, {});
  EXPECT_THAT(names_of(results), ElementsAre("sdr-28", "mine"));
  ASSERT_EQ(results.table.rows[1].values[0].size(), 1U);
  EXPECT_EQ(results.table.rows[1].values[0][0], results.table.rows[0].values[0][0]);
}

TEST(NeighboursExperiment, RefusesImpossibleParametersBeforeThereIsAGraph) {
  const auto complaint = [](const auto& change) {
    NeighboursExperiment experiment;
    change(experiment);
    return complaint_of(ErrorCode::kConfig, [&] { check_neighbours(experiment); });
  };
  EXPECT_NO_THROW(check_neighbours({}));
  EXPECT_EQ(complaint([](auto& e) { e.split.held_out = 1.0; }), "--held-out: 1 is not between 0 and 1");
  EXPECT_EQ(complaint([](auto& e) { e.splits = 0; }), "--splits: must be a whole number from 1 to 1000, not '0'");
  EXPECT_THAT(complaint([](auto& e) { e.k = 0; }), HasSubstr("-k: must be a whole number from 1"));
  EXPECT_THAT(complaint([](auto& e) { e.queries = 0; }), HasSubstr("--queries: must be a whole number from 1"));
  EXPECT_THAT(complaint([](auto& e) { e.methods = {"jaccard"}; }),
              HasSubstr("--methods: 'jaccard' is none of sdr-8, sdr-28"));
  EXPECT_EQ(complaint([](auto& e) { e.embeddings = {{"sdr-28", {}}}; }), "--embedding: sdr-28 is named twice");
}

}  // namespace
}  // namespace columnar
