#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "experiments/experiment_support.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::geometry_experiment_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::make_l23_table;
using testing_codes::make_labels;
using testing_codes::make_vectors;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::TableExperiment;
using testing_support::tiny_graph;

/// Four nodes of two classes on a path. Within a class codes share both bits and one, between them none.
struct TwoPairs {
  Labels labels = make_labels({0, 0, 1, 1}, 2);
  SdrTable codes = make_l23_table({{0, 2}, {0, 2}, {4, 6}, {4, 7}});
  DenseTable vectors = make_vectors(2, {1.0F, 0.0F, 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 1.0F});
  Graph graph = tiny_graph(4, {{0, 1}, {1, 2}, {2, 3}});

  [[nodiscard]] TableExperiment geometry() const {
    TableExperiment made("geometry",
                         {{"sdr", {table_source("codes", codes)}}, {"vec", {table_source("vectors", vectors)}}});
    made.input.nodes.labels = labels_by_id(codes.ids, labels);
    return made;
  }
};

TEST(Geometry, TellsClassesApartBySharedBitsAndCosines) {
  const Json json = TwoPairs().geometry().json({});
  const Json& facts = json["facts"];
  EXPECT_EQ(facts["nodes"], Json({{"sdr", 4}, {"vec", 4}}));
  EXPECT_EQ(facts["kinds"]["sdr"], "2 of 8 bits");
  EXPECT_EQ(facts["class_pairs"], 6);
  EXPECT_EQ(facts["sampled"], false);
  EXPECT_TRUE(facts["reference"].is_null());
  EXPECT_FALSE(facts.contains("matrices"));
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("separation"));  // nothing else to compare with
  const Json& rows = json["results"]["separation"]["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_THAT(keys_of(rows[0]),
              ElementsAre("name", "level", "d_prime", "auc", "same_mean", "same_sd", "cross_mean", "cross_sd"));
  EXPECT_EQ(rows[0]["name"], "sdr");
  EXPECT_EQ(rows[0]["same_mean"], Json({{"mean", 1.5}, {"sd", nullptr}, {"seeds", {1.5}}}));
  EXPECT_EQ(rows[0]["cross_mean"]["mean"], 0.0);
  EXPECT_EQ(rows[0]["auc"]["mean"], 1.0);
  EXPECT_EQ(rows[1]["same_mean"]["mean"], 1.0);
}

TEST(Geometry, FollowsTheGraphHopByHop) {
  const TwoPairs given;
  TableExperiment geometry = given.geometry();
  geometry.input.nodes = {&given.graph, &given.labels, {}};
  const Json json = geometry.json({});
  EXPECT_GT(json["facts"]["distance_pairs"].get<std::size_t>(), 0U);
  const Json& hops = json["results"]["by_hop"]["rows"];
  ASSERT_EQ(hops.size(), 6U);  // three of each method
  EXPECT_EQ(hops[0]["group"], "sdr");
  EXPECT_EQ(hops[0]["name"], "1");
  EXPECT_EQ(hops[0]["level"], 1.0);
  EXPECT_EQ(hops[0]["mean"]["mean"], 1.0);  // 2, 0 and 1 shared bits
  EXPECT_EQ(hops[1]["mean"]["mean"], 0.0);
  EXPECT_EQ(hops[3]["group"], "vec");
  const Json& with = json["results"]["correlations"]["rows"];
  std::vector<std::string> names;
  for (const Json& row : with) {
    names.push_back(row["name"]);
  }
  EXPECT_THAT(names, ElementsAre("cooccurrence", "ppmi", "distance", "distance_within_4", "cooccurrence", "ppmi",
                                 "distance", "distance_within_4"));
  EXPECT_LT(with[2]["pearson"]["mean"].get<double>(), 0.0);
}

TEST(Geometry, ComparesWithAReferenceButNeverWithItself) {
  TableExperiment geometry = TwoPairs().geometry();
  geometry.input.reference = {"vec", geometry.input.groups[1].seeds.front()};
  const Json json = geometry.json({});
  EXPECT_EQ(json["facts"]["reference"], "vec");
  const Json& with = json["results"]["correlations"]["rows"];
  ASSERT_EQ(with.size(), 2U);
  EXPECT_EQ(with[0]["name"], "reference");
  EXPECT_EQ(with[0]["pairs"]["mean"], 6.0);
  EXPECT_GT(with[0]["pearson"]["mean"].get<double>(), 0.8);
  EXPECT_EQ(with[1]["group"], "vec");
  EXPECT_TRUE(with[1]["pearson"].is_null());
  EXPECT_TRUE(with[1]["pairs"].is_null());
}

TEST(Geometry, ShowsMatricesByClassAndHexbins) {
  TableExperiment geometry = TwoPairs().geometry();
  geometry.input.reference = {"vec", geometry.input.groups[1].seeds.front()};
  const Json json = geometry.json({{"matrices", true}});
  const Json& matrices = json["facts"]["matrices"];
  EXPECT_THAT(keys_of(matrices), ElementsAre("class_names", "classes", "reference", "methods"));
  EXPECT_EQ(matrices["classes"], Json({0, 0, 1, 1}));
  const Json& sdr = matrices["methods"][0];
  EXPECT_EQ(sdr["matrix"][0][0], 2);
  EXPECT_EQ(sdr["matrix"][0][3], 0);
  EXPECT_EQ(sdr["hexbin"]["y"], Json({{"least", 0.0}, {"greatest", 3.0}, {"bins", 3}}));
  std::uint64_t pairs = 0;
  for (const Json& row : sdr["hexbin"]["counts"]) {
    for (const Json& count : row) {
      pairs += count.get<std::uint64_t>();
    }
  }
  EXPECT_EQ(pairs, 6U);
}

TEST(Geometry, RefusesWhatItCannotMeasure) {
  const TwoPairs given;
  TableExperiment geometry = given.geometry();
  EXPECT_THAT(complaint_of(ErrorCode::kConfig,
                           [&] {
                             (void)geometry.json({{"pairs", std::uint64_t{0}}});
                           }),
              HasSubstr("--pairs: "));
  geometry.input.nodes.labels = labels_by_id(given.codes.ids, make_labels({0, 0, 0, 0}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)geometry.json({}); }), HasSubstr("2 classes"));
  geometry.input.nodes.labels = {};
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { (void)geometry.json({}); }), HasSubstr("--labels: "));
  geometry.input.nodes.labels = labels_by_id(given.codes.ids, given.labels);
  geometry.input.groups[1].seeds = {table_source("short", make_vectors(1, {1.0F}))};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)geometry.json({}); }),
              HasSubstr("short: node '1' has no row in it"));
}

}  // namespace
}  // namespace columnar::geometry_experiment_test
