#include "columnar_lab/report/geometry_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"
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
using testing_support::tiny_graph;

/// Four nodes of two classes on a path. Within a class codes share both bits and one, between them none.
struct Given {
  Labels labels = make_labels({0, 0, 1, 1}, 2);
  SdrTable codes = make_l23_table({{0, 2}, {0, 2}, {4, 6}, {4, 7}});
  DenseTable vectors = make_vectors(2, {1.0F, 0.0F, 1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 1.0F});
  Graph graph = tiny_graph(4, {{0, 1}, {1, 2}, {2, 3}});

  [[nodiscard]] GeometryExperiment experiment() const {
    GeometryExperiment made;
    made.groups = {{"sdr", {table_source("codes", codes)}}, {"vec", {table_source("vectors", vectors)}}};
    made.nodes.labels = labels_by_id(codes.ids, labels);
    return made;
  }
};

TEST(GeometryExperiment, TellsClassesApartBySharedBitsAndCosines) {
  const Given given;
  const GeometryExperiment experiment = given.experiment();
  const GeometryResults results = run_geometry(experiment, {});
  EXPECT_EQ(results.nodes, 4U);
  EXPECT_EQ(results.class_pairs, 6U);
  ASSERT_EQ(results.methods.size(), 2U);
  EXPECT_THAT(results.methods[0].same_mean.values(), ElementsAre(1.5));
  EXPECT_THAT(results.methods[0].cross_mean.values(), ElementsAre(0.0));
  EXPECT_THAT(results.methods[0].auc.values(), ElementsAre(1.0));
  EXPECT_THAT(results.methods[1].same_mean.values(), ElementsAre(1.0));

  const Json json = geometry_json(experiment, results);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "seed", "nodes", "reference", "pairs", "class_pairs", "sampled",
                                         "distance_sources", "distance_pairs", "results"));
  EXPECT_TRUE(json["reference"].is_null());
  EXPECT_EQ(json["sampled"], false);
  const Json& sdr = json["results"][0];
  EXPECT_THAT(keys_of(sdr), ElementsAre("name", "kind", "seeds", "d_prime", "auc", "same_mean", "same_sd", "cross_mean",
                                        "cross_sd", "by_hop", "correlations"));
  EXPECT_THAT(keys_of(sdr["correlations"]),
              ElementsAre("reference", "cooccurrence", "ppmi", "distance", "distance_within_4"));
  EXPECT_TRUE(sdr["correlations"]["distance"].is_null());
  EXPECT_EQ(sdr["kind"], "2 of 8 bits");
  EXPECT_EQ(sdr["same_mean"], Json({{"mean", 1.5}, {"sd", nullptr}}));
}

TEST(GeometryExperiment, FollowsTheGraphHopByHop) {
  const Given given;
  GeometryExperiment experiment = given.experiment();
  experiment.nodes = {&given.graph, &given.labels, {}};
  const GeometryResults results = run_geometry(experiment, {});
  ASSERT_EQ(results.methods[0].by_hop.size(), 3U);
  EXPECT_THAT(results.methods[0].by_hop[0].mean.values(), ElementsAre(1.0));  // 2, 0 and 1 shared bits
  EXPECT_THAT(results.methods[0].by_hop[1].mean.values(), ElementsAre(0.0));
  EXPECT_GT(results.distance_pairs, 0U);
  const Json json = geometry_json(experiment, results);
  EXPECT_EQ(json["results"][0]["by_hop"][0]["hop"], 1);
  EXPECT_LT(json["results"][0]["correlations"]["distance"]["pearson"]["mean"].get<double>(), 0.0);
}

TEST(GeometryExperiment, ComparesWithAReferenceButNeverWithItself) {
  const Given given;
  GeometryExperiment experiment = given.experiment();
  experiment.reference = {"vec", experiment.groups[1].seeds.front()};
  const GeometryResults results = run_geometry(experiment, {});
  EXPECT_EQ(results.methods[0].reference.pairs, 6U);
  EXPECT_GT(results.methods[0].reference.pearson.mean_sd().mean, 0.8);
  EXPECT_EQ(results.methods[1].reference.pairs, 0U);
  EXPECT_EQ(geometry_json(experiment, results)["reference"], "vec");
}

TEST(GeometryExperiment, ShowsMatricesByClassAndHexbins) {
  const Given given;
  GeometryExperiment experiment = given.experiment();
  experiment.reference = {"vec", experiment.groups[1].seeds.front()};
  experiment.matrices = true;
  const Json json = geometry_json(experiment, run_geometry(experiment, {}));
  const Json& matrices = json["matrices"];
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

TEST(GeometryExperiment, RefusesWhatItCannotMeasure) {
  const Given given;
  GeometryExperiment experiment = given.experiment();
  experiment.options.pairs = 0;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { (void)run_geometry(experiment, {}); }), HasSubstr("--pairs: "));
  experiment = given.experiment();
  experiment.nodes.labels = labels_by_id(given.codes.ids, make_labels({0, 0, 0, 0}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_geometry(experiment, {}); }), HasSubstr("2 classes"));
  experiment = given.experiment();
  experiment.groups[1].seeds = {table_source("short", make_vectors(1, {1.0F}))};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_geometry(experiment, {}); }),
              HasSubstr("short: node '1' has no row in it"));
}

}  // namespace
}  // namespace columnar::geometry_experiment_test
