#include "columnar_lab/evaluate/classify.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar_lab/evaluate/classify_fractions.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"
#include "evaluate/tiny_codes.hpp"
#include "experiments/experiment_support.hpp"
#include "support/progress_log.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::experiments_classify_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_support::complaint_of;
using testing_support::Given;
using testing_support::keys_of;
using testing_support::TableExperiment;
using testing_support::tiny_graph;
using testing_support::TinyEdge;

/// Codes of two seeds and vectors that say the class outright, of 60 nodes of three classes.
struct ThreeClasses {
  Labels labels = cyclic_labels(60, 3);
  SdrTable codes = random_codes(labels, 1);
  DenseTable vectors = make_vectors(3, {});

  ThreeClasses() {
    vectors.ids = codes.ids;
    for (const std::int32_t label : labels.classes) {
      for (std::int32_t c = 0; c < 3; ++c) {
        vectors.values.push_back(c == label ? 4.0F : 0.0F);
      }
    }
  }

  [[nodiscard]] EmbeddingGroup sdr() const {
    return {"sdr", {table_source("c1", codes), table_source("c2", random_codes(labels, 2))}};
  }
  [[nodiscard]] EmbeddingGroup truth() const { return {"truth", {table_source("v", vectors)}}; }
  [[nodiscard]] TableExperiment experiment(std::vector<EmbeddingGroup> groups) const {
    TableExperiment made("classify", std::move(groups));
    made.input.nodes.labels = labels_by_id(codes.ids, labels);
    return made;
  }
};

TEST(Classification, GivesTheMeanOfEveryFileOrTheFoldsOfOne) {
  const ThreeClasses made;
  const ClassificationReport first = classify(made.codes, made.labels);
  const Json json = made.experiment({made.sdr(), made.truth()}).json({});
  EXPECT_EQ(json["settings"]["cost"], 1.0);
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("accuracy"));  // no shares, and no classes of several methods
  const Json& facts = json["facts"];
  EXPECT_THAT(keys_of(facts), ElementsAre("kinds", "nodes", "files", "labelled_nodes", "unlabelled_nodes",
                                          "labels_for_other_nodes", "seconds", "fold_costs"));
  EXPECT_EQ(facts["kinds"]["sdr"], "28 of 1,800 bits");
  EXPECT_EQ(facts["files"]["sdr"], Json({"c1", "c2"}));
  EXPECT_EQ(facts["unlabelled_nodes"]["sdr"], 0);
  EXPECT_EQ(facts["labels_for_other_nodes"]["sdr"], 0);
  EXPECT_TRUE(json["warnings"].empty());

  const Json& rows = json["results"]["accuracy"]["rows"];
  ASSERT_EQ(rows.size(), 2U);
  const Json& sdr = rows[0];
  EXPECT_THAT(keys_of(sdr), ElementsAre("name", "level", "accuracy", "majority_rate", "macro_f1", "cost"));
  ASSERT_EQ(sdr["accuracy"]["seeds"].size(), 2U);
  EXPECT_EQ(sdr["accuracy"]["seeds"][0], first.accuracy.mean);
  EXPECT_EQ(sdr["macro_f1"]["seeds"][0], first.macro_f1.mean);
  EXPECT_EQ(sdr["majority_rate"]["mean"], 20.0 / 60.0);
  EXPECT_EQ(sdr["cost"]["mean"], 1.0);
  const Json& truth = rows[1];
  EXPECT_EQ(truth["accuracy"], Json({{"mean", 1.0}, {"sd", 0.0}, {"seeds", std::vector<double>(5, 1.0)}}));
  EXPECT_EQ(truth["majority_rate"]["mean"], 20.0 / 60.0);
  EXPECT_EQ(facts["fold_costs"]["truth"][0], Json(std::vector<double>(5, 1.0)));
}

TEST(Classification, ReportsProgressWithinAFile) {
  const ThreeClasses made;
  testing_support::ProgressLog log;  // expects shares that rise within a stage
  const TableExperiment experiment = made.experiment({made.sdr(), made.truth()});
  static_cast<void>(experiment.json({{"fractions", std::vector<double>{0.5}}}, {1, &log}));
  EXPECT_THAT(log.stages, ElementsAre("sdr", "truth"));
  EXPECT_GT(log.steps, 3U * (5U + 5U));  // more than one report for each of 5 folds and 5 splits of three files
}

TEST(Classification, SaysWhatTheSpreadIsOver) {
  const ThreeClasses made;
  const auto found = [&](std::vector<EmbeddingGroup> groups) {
    const TableExperiment classify = made.experiment(std::move(groups));
    return run_experiment(classify.experiment, classify.input, {classify.experiment.options, {}}, {});
  };
  EXPECT_EQ(found({made.truth()}).tables[0].repeats, "fold");
  EXPECT_EQ(found({made.sdr()}).tables[0].repeats, "file");
  const Results mixed = found({made.sdr(), made.truth()});
  EXPECT_EQ(mixed.tables[0].repeats, "");
  EXPECT_THAT(mixed.notes, ElementsAre(HasSubstr("of a method with one file, over its folds")));
}

TEST(Classification, ShowsClassesAndConfusionOfASingleMethod) {
  ThreeClasses made;
  made.labels.names[1] = "name";  // as a row calls its own name
  const Json results = made.experiment({made.truth()}).json({})["results"];
  EXPECT_THAT(keys_of(results), ElementsAre("accuracy", "classes", "confusion"));
  const Json& of_class = results["classes"]["rows"][2];
  EXPECT_THAT(keys_of(of_class), ElementsAre("name", "level", "precision", "recall", "f1", "support"));
  EXPECT_EQ(of_class["name"], "class 2");
  EXPECT_EQ(of_class["support"]["mean"], 20.0);
  const Json& confusion = results["confusion"]["rows"];
  ASSERT_EQ(confusion.size(), 3U);
  EXPECT_THAT(keys_of(confusion[1]),
              ElementsAre("name", "level", "predicted class 0", "predicted name", "predicted class 2"));
  EXPECT_EQ(confusion[1]["name"], "name");
  EXPECT_EQ(confusion[1]["predicted class 0"]["mean"], 0.0);
  EXPECT_EQ(confusion[1]["predicted name"]["mean"], 20.0);
}

TEST(Classification, TellsTheCostsThatWereChosen) {
  const ThreeClasses made;
  const std::vector<double> half{0.5};
  const Json json = made.experiment({made.sdr(), made.truth()})
                        .json({{"cost", Cost{}}, {"fractions", half}, {"repeats", std::uint64_t{3}}});
  EXPECT_EQ(json["settings"]["cost"], "auto");
  std::vector<double> all;
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto report = classify(random_codes(made.labels, seed), made.labels, {.cost = std::nullopt});
    EXPECT_EQ(json["facts"]["fold_costs"]["sdr"][seed - 1], Json(report.fold_cost));
    all.insert(all.end(), report.fold_cost.begin(), report.fold_cost.end());
  }
  const Json& rows = json["results"]["accuracy"]["rows"];
  EXPECT_EQ(rows[0]["cost"]["mean"], median_cost(all).value());
  // Any C tells these apart, so the smallest is chosen.
  EXPECT_EQ(json["facts"]["fold_costs"]["truth"][0], Json(std::vector<double>(5, kCostGrid.front())));
  EXPECT_EQ(json["results"]["fractions"]["rows"][1]["cost"]["mean"], kCostGrid.front());
}

TEST(Classification, CountsNodesWithoutALabelAndLabelsWithoutANode) {
  const ThreeClasses made;
  TableExperiment classify = made.experiment({made.sdr()});
  NodeIds others;
  for (std::int64_t i = 0; i < 70; ++i) {
    others.integers.push_back(i < 40 ? i : 1000 + i);
  }
  classify.input.nodes.labels = labels_by_id(others, cyclic_labels(70, 3));
  const Json json = classify.json({});
  EXPECT_EQ(json["facts"]["labelled_nodes"]["sdr"], 40);
  EXPECT_EQ(json["facts"]["unlabelled_nodes"]["sdr"], 20);
  EXPECT_EQ(json["facts"]["labels_for_other_nodes"]["sdr"], 30);
  EXPECT_EQ(json["warnings"], Json({"labels: 20 of the 60 nodes of sdr have no label and are left out",
                                    "labels: 30 labels are for nodes that sdr does not have"}));
}

TEST(Classification, OnlyNotesLabelsWithoutANodeIfEveryNodeHasOne) {
  const ThreeClasses made;
  TableExperiment classify = made.experiment({made.sdr()});
  NodeIds more;
  for (std::int64_t i = 0; i < 70; ++i) {
    more.integers.push_back(i);
  }
  classify.input.nodes.labels = labels_by_id(more, cyclic_labels(70, 3));
  testing_support::ProgressLog log;
  const Json json = classify.json({}, {1, &log});
  EXPECT_EQ(json["facts"]["labels_for_other_nodes"]["sdr"], 10);
  EXPECT_EQ(json["warnings"], Json::array());
  EXPECT_THAT(log.notes, ElementsAre("labels: 10 labels are for nodes that sdr does not have"));
}

TEST(Classification, WarnsOfClassesSmallerThanTheFolds) {
  const ThreeClasses made;
  TableExperiment classify = made.experiment({made.truth()});
  classify.input.nodes.labels_name = "labels.tsv";
  const Json json = classify.json({{"folds", std::uint64_t{30}}});
  EXPECT_EQ(json["warnings"], Json({"labels.tsv: 3 of 3 classes have fewer nodes than the 30 folds ('class 0' has "
                                    "20): not every fold tests them"}));
}

TEST(Classification, TrainsOnSharesOfTheNodesUnderTheSeedOfTheFolds) {
  const ThreeClasses made;
  const std::vector<double> half{0.5};
  const Json json = made.experiment({made.sdr(), made.truth()})
                        .json({{"seed", std::uint64_t{7}}, {"fractions", half}, {"repeats", std::uint64_t{2}}});
  FractionOptions plain;
  plain.fractions = half;
  plain.repeats = 2;
  plain.seed = 7;
  const auto scores = classify_by_fraction(rows_of(made.codes), made.labels, plain);
  const Json& rows = json["results"]["fractions"]["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0]["group"], "sdr");
  EXPECT_EQ(rows[0]["accuracy"]["seeds"].size(), 2U);  // files
  EXPECT_EQ(rows[0]["accuracy"]["seeds"][0], scores[0].accuracy.mean);
  const Json& share = rows[1];
  EXPECT_THAT(keys_of(share), ElementsAre("group", "name", "level", "accuracy", "majority_rate", "macro_f1", "cost"));
  EXPECT_EQ(share["name"], "50 %");
  EXPECT_EQ(share["level"], 0.5);
  EXPECT_EQ(share["majority_rate"]["mean"], 10.0 / 30.0);
  EXPECT_EQ(share["cost"]["mean"], 1.0);
  EXPECT_EQ(share["accuracy"]["seeds"], Json({1.0, 1.0}));  // splits
}

TEST(Classification, TrainsOnNineSharesWhereNoneAreNamed) {
  const ThreeClasses made;
  const Json json = made.experiment({made.truth()}).json({{"by-fraction", true}, {"repeats", std::uint64_t{1}}});
  const Json& rows = json["results"]["fractions"]["rows"];
  ASSERT_EQ(rows.size(), 9U);
  EXPECT_EQ(rows[8]["level"], 0.9);
}

TEST(Classification, MeasuresNetworksOnTheGraphAndItsFeatures) {
  const ThreeClasses made;
  std::vector<TinyEdge> edges;
  for (NodeIndex v = 0; v < 60; ++v) {
    edges.push_back({v, (v + 3) % 60});  // neighbours share their class
  }
  const Graph graph = tiny_graph(60, edges);
  TableExperiment classify = made.experiment({made.truth()});
  classify.input.nodes = {&graph, &made.labels, {}};
  Attributes features;
  features.width = 3;
  for (const std::int32_t label : made.labels.classes) {
    features.indices.push_back(static_cast<std::uint32_t>(label));
    features.offsets.push_back(features.indices.size());
  }
  classify.input.features = features_by_id(graph.ids, features);
  const Given gcn{{"gnn", std::vector<std::string>{"gcn"}}};
  const Json json = classify.json(gcn);
  ASSERT_EQ(json["results"]["accuracy"]["rows"].size(), 2U);
  const Json& network = json["results"]["accuracy"]["rows"][1];
  EXPECT_EQ(network["name"], "gcn");
  EXPECT_EQ(network["accuracy"]["mean"], 1.0);
  EXPECT_EQ(network["majority_rate"]["mean"], 20.0 / 60.0);  // it has one, and no C
  EXPECT_TRUE(network["cost"].is_null());
  EXPECT_EQ(json["facts"]["kinds"]["gcn"], "3 features, classes");
  EXPECT_EQ(json["facts"]["nodes"]["gcn"], 60);
  EXPECT_TRUE(json["facts"]["files"]["gcn"].empty());
  EXPECT_TRUE(json["facts"]["fold_costs"]["gcn"][0].empty());

  classify.input.features = {};
  EXPECT_EQ(classify.json(gcn)["facts"]["kinds"]["gcn"], "no features, classes");
  classify.input.groups[0].name = "gcn";
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [&] { (void)classify.json(gcn); }),
            "--gnn: an embedding is named 'gcn', too");
}

TEST(Classification, RefusesWhatItCannotMeasure) {
  const ThreeClasses made;
  TableExperiment classify = made.experiment({made.sdr(), made.truth()});
  const auto complaint = [&classify](ErrorCode code, const Given& given) {
    return complaint_of(code, [&] { (void)classify.json(given); });
  };
  EXPECT_THAT(complaint(ErrorCode::kConfig, {{"folds", std::uint64_t{1}}}), HasSubstr("--folds: "));
  EXPECT_EQ(complaint(ErrorCode::kConfig, {{"cost", Cost{0.0}}}), "--cost: must be a number above 0 or auto, not '0'");
  EXPECT_THAT(complaint(ErrorCode::kConfig, {{"fractions", std::vector<double>{1.5}}}), HasSubstr("--fractions: "));
  EXPECT_EQ(complaint(ErrorCode::kConfig, {{"gnn", std::vector<std::string>{"gat"}}}),
            "--gnn: unknown 'gat'; use gcn or sage");
  EXPECT_EQ(complaint(ErrorCode::kConfig, {{"gnn", std::vector<std::string>{"sage"}}}),
            "--gnn: name the graph that the network passes messages along: --graph FILE");
  classify.input.groups[0].seeds[1] = table_source("part", random_codes(cyclic_labels(30, 3), 2));
  EXPECT_THAT(complaint(ErrorCode::kInput, {}), HasSubstr("part: 30 nodes, but c1 before it in 'sdr' has 60"));
  classify.input.nodes.labels = {};
  EXPECT_THAT(complaint(ErrorCode::kConfig, {}), HasSubstr("--labels: "));
  classify.input.groups.clear();
  EXPECT_THAT(complaint(ErrorCode::kConfig, {}), HasSubstr("none to measure"));
}

}  // namespace
}  // namespace columnar::experiments_classify_test
