#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "experiments/experiment_support.hpp"
#include "support/progress_log.hpp"

/// Experiments that measure tables of codes or vectors.

namespace columnar::table_experiments_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::kTinyShape;
using testing_codes::make_l23_table;
using testing_codes::make_labels;
using testing_codes::make_table;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_support::complaint_of;
using testing_support::Given;
using testing_support::keys_of;
using testing_support::TableExperiment;

EmbeddingGroup two_seeds(const std::string& name, std::size_t nodes) {
  const Labels labels = cyclic_labels(nodes, 3);
  return {name, {table_source("c1", random_codes(labels, 1)), table_source("c2", random_codes(labels, 2))}};
}

TEST(Memory, CountsTheBytesOfEveryRepresentation) {
  const EmbeddingGroup vectors{"vec", {table_source("v", make_vectors(4, std::vector<float>(8, 1.0F)))}};
  const Json json = TableExperiment("memory", {two_seeds("sdr", 30), vectors}).json({});
  EXPECT_THAT(keys_of(json), ElementsAre("version", "experiment", "settings", "facts", "warnings", "results"));
  EXPECT_EQ(json["facts"]["kinds"], Json({{"sdr", "28 of 1,800 bits"}, {"vec", "4 floats"}}));
  EXPECT_EQ(json["facts"]["files"]["sdr"], Json({"c1", "c2"}));
  EXPECT_THAT(keys_of(json["facts"]["bounds"]), ElementsAre("sdr"));
  EXPECT_THAT(keys_of(json["facts"]["bounds"]["sdr"]), ElementsAre("structured_bits", "choose_bits", "frequency_bits"));
  const Json& rows = json["results"]["memory"]["rows"];
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[1]["group"], "sdr");
  EXPECT_EQ(rows[1]["name"], "16-bit indices");
  EXPECT_EQ(rows[1]["bytes_per_node"], Json({{"mean", 56.0}, {"sd", 0.0}, {"seeds", {56.0, 56.0}}}));
  EXPECT_EQ(rows[1]["times_less_than_float32"]["mean"], 256.0 / 56.0);
  EXPECT_EQ(rows[5]["group"], "vec");
  EXPECT_EQ(rows[5]["bytes_per_node"]["mean"], 16.0);
  EXPECT_EQ(rows[6]["times_less_than_float64"]["mean"], 16.0);
}

TEST(TableExperiments, ShowAStagePerGroupAndAStepPerTable) {
  const EmbeddingSource source = table_source("v", make_vectors(1, {1.0F}));
  testing_support::ProgressLog progress;
  (void)TableExperiment("memory", {{"a", {source, source}}, {"b", {source}}}).json({}, {1, &progress});
  EXPECT_THAT(progress.stages, ElementsAre("a", "b"));
  EXPECT_EQ(progress.steps, 3U);
  EXPECT_EQ(progress.ended, 2U);
}

TEST(TableExperiments, RefuseTablesOfTwoKindsInOneGroupAndNoTables) {
  const TableExperiment mixed(
      "memory",
      {{"a", {table_source("v", make_vectors(1, {1.0F})), table_source("w", make_vectors(2, {1.0F, 2.0F}))}}});
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)mixed.json({}); }),
              HasSubstr("w: 2 floats, but another file of a has 1 floats"));
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { (void)TableExperiment("memory", {}).json({}); }),
              HasSubstr("none to measure"));
  const EmbeddingSource source = table_source("v", make_vectors(1, {1.0F}));
  const TableExperiment twice("memory", {{"a", {source}}, {"a", {source}}});
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [&] { (void)twice.json({}); }), "embeddings: two have the name 'a'");
}

TEST(TableExperiments, RefuseTablesOfOneGroupThatDifferInNodes) {
  const TableExperiment unequal(
      "memory",
      {{"a", {table_source("v", make_vectors(1, {1.0F})), table_source("w", make_vectors(1, {1.0F, 2.0F}))}}});
  EXPECT_EQ(complaint_of(ErrorCode::kInput, [&] { (void)unequal.json({}); }),
            "w: 2 nodes, but v before it in 'a' has 1");
}

/// Four codes of which three differ, the two that are equal of two classes; and four that all differ.
TableExperiment health_of_two_seeds() {
  const SdrTable table = make_table(kTinyShape, {{0, 2, 8}, {0, 2, 8}, {1, 4, 9}, {3, 6, 10}});
  const SdrTable unique = make_table(kTinyShape, {{0, 2, 8}, {0, 2, 9}, {1, 4, 9}, {3, 6, 10}});
  TableExperiment health("health", {{"sdr", {table_source("c1", table), table_source("c2", unique)}}});
  health.input.nodes.labels = labels_by_id(table.ids, make_labels({0, 1, 1, 1}));
  health.input.nodes.labels_name = "labels";
  return health;
}

TEST(Health, TakesEveryFigureOverTheSeeds) {
  const Json json = health_of_two_seeds().json({});
  EXPECT_EQ(json["settings"]["labels"], "labels");
  EXPECT_EQ(json["facts"]["nodes"]["sdr"], 4);
  EXPECT_EQ(json["facts"]["layers"]["sdr"], "all");
  EXPECT_EQ(json["facts"]["neurons"]["sdr"], 12);
  EXPECT_EQ(json["facts"]["files"]["sdr"], Json({"c1", "c2"}));
  const Json& sdr = json["results"]["health"]["rows"][0];
  EXPECT_EQ(sdr["name"], "sdr");
  EXPECT_EQ(sdr["unique_share"]["seeds"], Json({0.75, 1.0}));
  EXPECT_EQ(sdr["cross_class_duplicate_pairs"]["seeds"], Json({1.0, 0.0}));
  EXPECT_EQ(sdr["neurons_used_l5a"]["mean"], 3.0);
  const Json& firing = json["results"]["firing"]["rows"];
  ASSERT_EQ(firing.size(), 20U);
  double neurons = 0.0;
  for (const Json& bin : firing) {
    neurons += bin["share"]["mean"].get<double>();
  }
  EXPECT_DOUBLE_EQ(neurons, 1.0);
}

TEST(Health, LeavesOutWhatNeedsLabelsOrALayer) {
  TableExperiment health = health_of_two_seeds();
  health.input.nodes = {};
  for (EmbeddingSource& source : health.input.groups[0].seeds) {
    source.layer = Layer::kL5a;
  }
  const Json json = health.json({});
  EXPECT_TRUE(json["settings"]["labels"].is_null());
  EXPECT_EQ(json["facts"]["layers"]["sdr"], "l5a");
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("health"));
  const Json& l5a = json["results"]["health"]["rows"][0];
  for (const char* key : {"unique_share_l23", "same_cell_rate", "cross_class_duplicate_pairs", "firing_rate_sd"}) {
    EXPECT_TRUE(l5a[key].is_null()) << key;
  }
  EXPECT_EQ(l5a["unique_share"]["mean"], 0.75);
}

TEST(Health, RefusesVectorsAndCodesOfTwoShapes) {
  TableExperiment health = health_of_two_seeds();
  health.input.groups[0].seeds[1] = table_source("l23", make_l23_table({{0, 2}, {1, 4}, {3, 6}, {0, 4}}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)health.json({}); }), HasSubstr("l23: 2 of 8 bits, but"));
  health.input.groups[0].seeds = {table_source("v", make_vectors(1, {1.0F, 1.0F, 1.0F, 1.0F}))};
  EXPECT_EQ(complaint_of(ErrorCode::kInput, [&] { (void)health.json({}); }),
            "v: holds vectors; health is measured on codes");
}

TEST(Recall, TakesTheMeanOverTheSeedsOfAMethod) {
  const std::vector<double> missing{0.0, 0.75};
  const std::vector<double> flipped{0.25};
  const Json json =
      TableExperiment("recall", {two_seeds("codes", 60)}).json({{"missing", missing}, {"flipped", flipped}});
  EXPECT_EQ(json["settings"]["seed"], 1);
  EXPECT_EQ(json["facts"]["nodes"]["codes"], 60);
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("missing", "flipped"));
  const Json& rows = json["results"]["missing"]["rows"];
  EXPECT_THAT(keys_of(rows[0]), ElementsAre("group", "name", "level", "bits", "recalled", "tied", "wrong", "margin"));
  EXPECT_EQ(rows[0]["recalled"], Json({{"mean", 1.0}, {"sd", 0.0}, {"seeds", {1.0, 1.0}}}));
  EXPECT_EQ(rows[1]["bits"]["mean"], 21);
  EXPECT_EQ(rows[1]["level"], 0.75);
}

TEST(Recall, KeepsSharesApartThatDifferLittle) {
  const std::vector<double> missing{0.121, 0.124};
  const Json json = TableExperiment("recall", {two_seeds("codes", 60)}).json({{"missing", missing}});
  ASSERT_EQ(json["results"]["missing"]["rows"].size(), 2U);
  EXPECT_EQ(json["results"]["missing"]["rows"][1]["level"], 0.124);
}

TEST(Recall, RefusesBadSharesByTheirFlagAndVectorsByTheirPlace) {
  TableExperiment recall("recall", {two_seeds("codes", 60)});
  const auto complaint = [&](const Given& given) {
    return complaint_of(ErrorCode::kConfig, [&] { (void)recall.json(given); });
  };
  EXPECT_EQ(complaint({{"missing", std::vector<double>{0.5, 0.5}}}), "--missing: must ascend, from 0 to 1");
  EXPECT_EQ(complaint({{"flipped", std::vector<double>{2.0}}}), "--flipped: must ascend, from 0 to 1");
  EXPECT_THAT(complaint({{"missing", std::vector<double>{}}, {"flipped", std::vector<double>{}}}),
              HasSubstr("--missing: at least one share"));
  recall.input.groups[0].seeds[1] = table_source("rows", make_vectors(2, {1.0F, 2.0F}));
  EXPECT_EQ(complaint_of(ErrorCode::kInput, [&] { (void)recall.json({}); }),
            "rows: holds vectors; recall is measured on codes");
  recall.input.groups[0].seeds[1] = table_source("l23", random_codes(cyclic_labels(5, 3), 1), Layer::kL23);
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)recall.json({}); }), HasSubstr("l23: 8 of 1,500 bits"));
}

}  // namespace
}  // namespace columnar::table_experiments_test
