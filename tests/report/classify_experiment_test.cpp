#include "columnar_lab/report/classify_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar_lab/evaluate/training_costs.hpp"
#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::classify_experiment_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::tiny_graph;
using testing_support::TinyEdge;

/// Codes of two seeds and vectors that say the class outright, of 60 nodes of three classes.
struct Given {
  Labels labels = cyclic_labels(60, 3);
  SdrTable codes = random_codes(labels, 1);
  DenseTable vectors = make_vectors(3, {});

  Given() {
    vectors.ids = codes.ids;
    for (const std::int32_t label : labels.classes) {
      for (std::int32_t c = 0; c < 3; ++c) {
        vectors.values.push_back(c == label ? 4.0F : 0.0F);
      }
    }
  }

  [[nodiscard]] ClassifyExperiment experiment() const {
    ClassifyExperiment made;
    made.groups = {{"sdr", {table_source("c1", codes), table_source("c2", random_codes(labels, 2))}},
                   {"truth", {table_source("v", vectors)}}};
    made.nodes.labels = labels_by_id(codes.ids, labels);
    return made;
  }
};

TEST(ClassifyExperiment, GivesTheFiguresOfClassifyAsOneObject) {
  const Given given;
  const ClassifyExperiment experiment = given.experiment();
  const std::vector<ClassifyResult> results = run_classify(experiment, {});
  ASSERT_EQ(results.size(), 2U);
  const double first = classify(given.codes, given.labels).accuracy.mean;
  EXPECT_EQ(results[0].reports[0].accuracy.mean, first);
  EXPECT_EQ(results[0].code_shape, SdrShape{});
  EXPECT_EQ(results[1].code_shape, std::nullopt);

  const Json json = classify_json(experiment, results);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "folds", "cost", "seed", "repeats", "results"));
  EXPECT_TRUE(json["repeats"].is_null());
  const Json& sdr = json["results"][0];
  EXPECT_THAT(keys_of(sdr), ElementsAre("name", "kind", "files", "nodes", "labelled_nodes", "majority_rate", "accuracy",
                                        "macro_f1", "unlabelled_nodes", "labels_for_other_nodes", "cost", "sd_over",
                                        "file_accuracy", "file_macro_f1", "file_cost", "fractions", "seconds"));
  EXPECT_EQ(json["cost"], 1.0);
  EXPECT_EQ(sdr["majority_rate"], 20.0 / 60.0);
  EXPECT_EQ(sdr["cost"], 1.0);
  EXPECT_EQ(sdr["file_cost"], Json({1.0, 1.0}));
  EXPECT_EQ(sdr["unlabelled_nodes"], 0);
  EXPECT_EQ(sdr["labels_for_other_nodes"], 0);
  EXPECT_EQ(sdr["files"], Json({"c1", "c2"}));
  EXPECT_EQ(sdr["sd_over"], "files");
  EXPECT_EQ(sdr["file_accuracy"][0], first);
  EXPECT_EQ(sdr["kind"], "28 of 1,800 bits");
  const Json& truth = json["results"][1];
  EXPECT_EQ(truth["accuracy"]["mean"], 1.0);
  EXPECT_EQ(truth["sd_over"], "folds");
  EXPECT_EQ(truth["confusion"], Json({{20, 0, 0}, {0, 20, 0}, {0, 0, 20}}));
  EXPECT_EQ(truth["classes"][2]["name"], "class 2");
  EXPECT_EQ(truth["majority_rate"], 20.0 / 60.0);
  EXPECT_EQ(truth["fold_cost"], Json({1.0, 1.0, 1.0, 1.0, 1.0}));
}

TEST(ClassifyExperiment, TellsTheCostsThatWereChosen) {
  const Given given;
  ClassifyExperiment experiment = given.experiment();
  experiment.options.cost = std::nullopt;
  experiment.fractions = FractionOptions{};
  experiment.fractions->fractions = {0.5};
  experiment.fractions->repeats = 3;
  const std::vector<ClassifyResult> results = run_classify(experiment, {});
  const auto first = classify(given.codes, given.labels, {.cost = std::nullopt});
  EXPECT_EQ(results[0].reports[0].fold_cost, first.fold_cost);

  const Json json = classify_json(experiment, results);
  EXPECT_EQ(json["cost"], "auto");
  const Json& sdr = json["results"][0];
  EXPECT_EQ(sdr["file_cost"][0], median_cost(first.fold_cost).value());
  std::vector<double> all = first.fold_cost;
  all.insert(all.end(), results[0].reports[1].fold_cost.begin(), results[0].reports[1].fold_cost.end());
  EXPECT_EQ(sdr["cost"], median_cost(all).value());
  const Json& truth = json["results"][1];  // any C tells these apart, so the smallest is chosen
  EXPECT_EQ(truth["fold_cost"], Json(std::vector<double>(5, kCostGrid.front())));
  EXPECT_EQ(truth["fractions"][0]["cost"], kCostGrid.front());
}

TEST(ClassifyExperiment, CountsNodesWithoutALabelAndLabelsWithoutANode) {
  const Given given;
  ClassifyExperiment experiment = given.experiment();
  NodeIds others;
  for (std::int64_t i = 0; i < 70; ++i) {
    others.integers.push_back(i < 40 ? i : 1000 + i);
  }
  experiment.groups.pop_back();
  experiment.nodes.labels = labels_by_id(others, cyclic_labels(70, 3));
  const Json json = classify_json(experiment, run_classify(experiment, {}))["results"][0];
  EXPECT_EQ(json["labelled_nodes"], 40);
  EXPECT_EQ(json["unlabelled_nodes"], 20);
  EXPECT_EQ(json["labels_for_other_nodes"], 30);
}

TEST(ClassifyExperiment, TrainsOnSharesOfTheNodesUnderTheSeedOfTheFolds) {
  const Given given;
  ClassifyExperiment experiment = given.experiment();
  experiment.options.seed = 7;
  experiment.fractions = FractionOptions{};
  experiment.fractions->fractions = {0.5};
  experiment.fractions->repeats = 2;
  const std::vector<ClassifyResult> results = run_classify(experiment, {});
  FractionOptions plain = *experiment.fractions;
  plain.seed = 7;
  const auto scores = classify_by_fraction(rows_of(given.codes), given.labels, plain);
  EXPECT_EQ(results[0].fractions[0][0].repeat_accuracy, scores[0].repeat_accuracy);

  const Json json = classify_json(experiment, results);
  EXPECT_EQ(json["repeats"], 2);
  const Json& share = json["results"][1]["fractions"][0];
  EXPECT_THAT(keys_of(share), ElementsAre("fraction", "majority_rate", "accuracy", "macro_f1", "cost", "sd_over"));
  EXPECT_EQ(share["majority_rate"], 10.0 / 30.0);
  EXPECT_EQ(share["cost"], 1.0);
  EXPECT_EQ(share["accuracy"]["mean"], 1.0);
  EXPECT_EQ(share["sd_over"], "splits");
  EXPECT_EQ(json["results"][0]["fractions"][0]["sd_over"], "files");
}

TEST(ClassifyExperiment, MeasuresNetworksOnTheGraphAndItsFeatures) {
  const Given given;
  std::vector<TinyEdge> edges;
  for (NodeIndex v = 0; v < 60; ++v) {
    edges.push_back({v, (v + 3) % 60});  // neighbours share their class
  }
  const Graph graph = tiny_graph(60, edges);
  ClassifyExperiment experiment = given.experiment();
  experiment.groups.erase(experiment.groups.begin());
  experiment.nodes = {&graph, &given.labels, {}};
  experiment.networks = {GnnKind::kGcn};
  Features features;
  features.width = 3;
  for (const std::int32_t label : given.labels.classes) {
    features.indices.push_back(static_cast<std::uint32_t>(label));
    features.offsets.push_back(features.indices.size());
  }
  experiment.features = features_by_id(graph.ids, features);
  const std::vector<ClassifyResult> results = run_classify(experiment, {});
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].name, "gcn");
  EXPECT_EQ(results[1].kind, "3 features, classes");
  EXPECT_TRUE(results[1].files.empty());
  EXPECT_EQ(results[1].accuracy().mean, 1.0);
  const Json network = classify_json(experiment, results)["results"][1];  // it has a majority rate, and no C
  EXPECT_EQ(network["majority_rate"], 20.0 / 60.0);
  EXPECT_TRUE(network["cost"].is_null());
  EXPECT_TRUE(network["fold_cost"].empty());

  experiment.features = {};
  EXPECT_EQ(run_classify(experiment, {})[1].kind, "no features, classes");
}

TEST(ClassifyExperiment, RefusesWhatItCannotMeasure) {
  const Given given;
  const auto complaint = [&given](ErrorCode code, const auto& change) {
    ClassifyExperiment experiment = given.experiment();
    change(experiment);
    return complaint_of(code, [&] { (void)run_classify(experiment, {}); });
  };
  EXPECT_THAT(complaint(ErrorCode::kConfig, [](auto& e) { e.groups.clear(); }), HasSubstr("none to measure"));
  EXPECT_THAT(complaint(ErrorCode::kConfig, [](auto& e) { e.options.folds = -3; }), HasSubstr("--folds: "));
  EXPECT_EQ(complaint(ErrorCode::kConfig, [](auto& e) { e.options.cost = 0.0; }),
            "--cost: must be a number above 0 or auto, not '0'");
  EXPECT_THAT(complaint(ErrorCode::kConfig, [](auto& e) { e.fractions = {{1.5}, 1, 1.0, 1e-4, 1, 1}; }),
              HasSubstr("--fractions: "));
  EXPECT_THAT(complaint(ErrorCode::kConfig, [](auto& e) { e.networks = {GnnKind::kSage}; }), HasSubstr("--gnn: "));
  EXPECT_THAT(complaint(ErrorCode::kInput, [](auto& e) { e.nodes.labels = {}; }), HasSubstr("labels: "));
  EXPECT_THAT(complaint(ErrorCode::kInput,
                        [&given](auto& e) {
                          Labels few = given.labels;
                          few.classes.resize(30);
                          e.groups[0].seeds[1] = table_source("part", random_codes(few, 2));
                        }),
              HasSubstr("part: 30 nodes, but c1 before it in 'sdr' has 60"));
}

TEST(NetworkNames, GoBothWays) {
  for (const GnnKind kind : {GnnKind::kGcn, GnnKind::kSage}) {
    EXPECT_EQ(network_by_name(network_name(kind)), kind);
  }
  EXPECT_EQ(network_by_name("gat"), std::nullopt);
}

}  // namespace
}  // namespace columnar::classify_experiment_test
