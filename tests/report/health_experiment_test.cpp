#include "columnar_lab/report/health_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar_lab/report/code_json.hpp"
#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::kTinyShape;
using testing_codes::make_l23_table;
using testing_codes::make_labels;
using testing_codes::make_table;
using testing_codes::make_vectors;
using testing_support::complaint_of;
using testing_support::keys_of;

/// Four codes of which three differ; the two that are equal have two classes.
HealthExperiment two_seeds() {
  const SdrTable table = make_table(kTinyShape, {{0, 2, 8}, {0, 2, 8}, {1, 4, 9}, {3, 6, 10}});
  const SdrTable unique = make_table(kTinyShape, {{0, 2, 8}, {0, 2, 9}, {1, 4, 9}, {3, 6, 10}});
  HealthExperiment experiment;
  experiment.groups = {{"sdr", {table_source("c1", table), table_source("c2", unique)}}};
  experiment.labels = labels_by_id(table.ids, make_labels({0, 1, 1, 1}));
  experiment.labels_name = "labels";
  return experiment;
}

TEST(HealthExperiment, TakesEveryFigureOverTheSeeds) {
  const HealthExperiment experiment = two_seeds();
  const std::vector<MethodHealth> methods = run_health(experiment, {});
  ASSERT_EQ(methods.size(), 1U);
  EXPECT_EQ(methods[0].seeds[1].place, "c2");

  const Json json = health_json(experiment, methods);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "settings", "results"));
  EXPECT_EQ(json["settings"]["labels"], "labels");
  const Json& sdr = json["results"][0];
  EXPECT_EQ(sdr["codes"], "sdr");
  EXPECT_EQ(sdr["nodes"], 4);
  EXPECT_EQ(sdr["layer"], "all");
  EXPECT_EQ(sdr["active_bits"], 3);
  EXPECT_EQ(sdr["width"], 12);
  EXPECT_EQ(sdr["seeds"], 2);
  EXPECT_EQ(sdr["files"], Json({"c1", "c2"}));
  EXPECT_EQ(sdr["unique_share"]["seeds"], Json({0.75, 1.0}));
  EXPECT_EQ(sdr["cross_class_duplicate_pairs"]["seeds"], Json({1.0, 0.0}));
  EXPECT_EQ(sdr["neurons_used_l5a"]["mean"], 3.0);
  EXPECT_EQ(sdr["firing_rate_mean"], 0.25);  // two of eight neurons a code
  EXPECT_THAT(keys_of(sdr["firing_histogram"]),
              ElementsAre("bin_width_in_mean_rates", "last_bin_is_open", "share_of_neurons"));
}

TEST(HealthExperiment, LeavesOutWhatNeedsLabelsOrALayer) {
  HealthExperiment experiment = two_seeds();
  experiment.labels = {};
  experiment.labels_name.reset();
  for (EmbeddingSource& source : experiment.groups[0].seeds) {
    source.layer = Layer::kL5a;
  }
  const Json json = health_json(experiment, run_health(experiment, {}));
  EXPECT_TRUE(json["settings"]["labels"].is_null());
  const Json& l5a = json["results"][0];
  EXPECT_EQ(l5a["layer"], "l5a");
  for (const char* key : {"unique_share_l23", "same_cell_rate", "cross_class_duplicate_pairs", "firing_rate_sd",
                          "firing_rate_mean", "firing_histogram"}) {
    EXPECT_TRUE(l5a[key].is_null()) << key;
  }
  EXPECT_EQ(l5a["unique_share"]["mean"], 0.75);
}

TEST(HealthExperiment, RefusesVectorsAndCodesOfTwoShapes) {
  const HealthExperiment vectors{{{"v", {table_source("v", make_vectors(1, {1.0F}))}}}, {}, std::nullopt};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_health(vectors, {}); }),
              HasSubstr("v: vectors of floats"));
  HealthExperiment mixed = two_seeds();
  mixed.groups[0].seeds[1] = table_source("l23", make_l23_table({{0, 2}, {1, 4}, {3, 6}, {0, 4}}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_health(mixed, {}); }),
              HasSubstr("l23: its codes have another shape than c1"));
}

TEST(HealthJson, HasNullsForWhatWasNotMeasured) {
  const Json json = health_json(code_health(make_l23_table({{0, 2}, {1, 4}})));
  EXPECT_EQ(json["nodes"], 2);
  EXPECT_EQ(json["unique_share"], 1.0);
  EXPECT_EQ(json["neurons_used_l23"], 4);
  EXPECT_EQ(json["neurons_l23"], 8);
  EXPECT_TRUE(json["neurons_l5a"].is_null());
  EXPECT_TRUE(json["cross_class_duplicate_groups"].is_null());
}

}  // namespace
}  // namespace columnar
