#include "columnar_lab/report/scale_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "report/report_support.hpp"
#include "support/progress_log.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;

ScaleExperiment small_experiment() {
  ScaleExperiment experiment;
  experiment.config = testing_support::small_config();
  experiment.mean_degree = 4.0;
  return experiment;
}

std::vector<std::string> names_of(const ScaleGroup& group) {
  std::vector<std::string> names;
  for (const ScaleRow& row : group.rows) {
    names.push_back(row.name);
  }
  return names;
}

TEST(ScaleExperiment, GoesFromSmallToLargeWhateverTheOrderGiven) {
  const Graph club = karate_club().graph;
  const Graph ring = cycle_graph(20);
  ScaleExperiment experiment = small_experiment();
  experiment.sizes = {200, 100};
  experiment.graphs = {scale_graph("club", club), scale_graph("ring", ring)};
  testing_support::ProgressLog progress;
  const ScaleResults results = run_scale(experiment, {1, &progress});
  ASSERT_EQ(results.groups.size(), 2U);
  EXPECT_EQ(results.groups[0].key, "generated");
  EXPECT_THAT(names_of(results.groups[0]), ElementsAre("100 nodes", "200 nodes"));
  EXPECT_EQ(results.groups[1].key, "files");
  EXPECT_THAT(names_of(results.groups[1]), ElementsAre("ring", "club"));
  EXPECT_EQ(results.groups[1].rows[1].edges, 78U);
  EXPECT_EQ(progress.stages.front(), "ring: walks");
  EXPECT_THAT(progress.stages.back(), HasSubstr("200 nodes: "));
}

TEST(ScaleExperiment, IsOneObject) {
  ScaleExperiment experiment = small_experiment();
  experiment.seeds = 2;
  experiment.sizes = {200, 100};
  const ScaleResults results = run_scale(experiment, {});
  const Json json = scale_json(experiment, results);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "first_seed", "seeds", "settings", "results"));
  EXPECT_THAT(keys_of(json["settings"]),
              ElementsAre("threads", "sizes", "mean_degree", "classes", "mixing", "community_nodes", "degree_exponent",
                          "least_seconds_fitted", "preset", "config"));
  EXPECT_EQ(json["settings"]["sizes"], (Json{100, 200}));
  EXPECT_EQ(json["settings"]["mean_degree"], 4.0);
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("generated"));
  const Json& group = json["results"]["generated"];
  EXPECT_THAT(keys_of(group), ElementsAre("rows", "time_exponents", "memory_exponents", "memory_growth", "forecast"));
  const Json& row = group["rows"][1];
  EXPECT_EQ(row["nodes"], 200);
  EXPECT_EQ(row["stages"]["total"]["seconds"]["seeds"].size(), 2U);
  EXPECT_DOUBLE_EQ(row["peak_bytes_per_node"].get<double>() * 200.0,
                   row["stages"]["total"]["peak_bytes"].get<double>());
  EXPECT_EQ(row["accuracy"]["seeds"].size(), 2U);
  EXPECT_GT(row["estimated_over_used"]["peak_bytes"].get<double>(), 0.0);
  EXPECT_EQ(group["forecast"]["sizes"][1]["nodes"], 1e9);
  EXPECT_GT(group["forecast"]["sizes"][0]["stages"]["total"]["seconds"].get<double>(), 0.0);
}

TEST(ScaleExperiment, TellsLargerGraphsFromGeneratedOnesOfTwoSizesAlone) {
  const auto group = [](const char* key, std::vector<std::uint64_t> edges) {
    ScaleGroup made{key, {}};
    for (const std::uint64_t count : edges) {
      made.rows.push_back({"row", count, count, {}, {}, {}});
    }
    return made;
  };
  EXPECT_TRUE(can_forecast(group("generated", {10, 20})));
  EXPECT_FALSE(can_forecast(group("generated", {10})));
  EXPECT_FALSE(can_forecast(group("generated", {10, 10})));
  EXPECT_FALSE(can_forecast(group("files", {10, 20})));
}

TEST(ScaleExperiment, RefusesImpossibleParameters) {
  const auto complaint = [](const auto& change) {
    ScaleExperiment experiment = small_experiment();
    experiment.sizes = {300};
    change(experiment);
    return complaint_of(ErrorCode::kConfig, [&] { check_scale(experiment); });
  };
  EXPECT_EQ(complaint([](auto& e) {
              e.sizes = {300, 5};
            }),
            "--sizes: must be a whole number from 100 to 50000000, not '5'");
  EXPECT_THAT(complaint([](auto& e) { e.sizes.clear(); }), HasSubstr("--sizes: there is nothing to embed"));
  EXPECT_THAT(complaint([](auto& e) { e.seeds = 0; }), HasSubstr("--seeds: "));
  EXPECT_THAT(complaint([](auto& e) { e.mean_degree = std::numeric_limits<double>::quiet_NaN(); }),
              HasSubstr("--degree: not a finite number"));
}

TEST(ScaleExperiment, HasSizesForThoseWhoNameNone) {
  EXPECT_THAT(default_scale_sizes(true), ElementsAre(1000, 3000, 10'000));
  EXPECT_EQ(default_scale_sizes().back(), 100'000U);
}

TEST(ScaleExperiment, NamesAFileThatCannotBeRead) {
  ScaleExperiment experiment = small_experiment();
  experiment.graphs = {scale_file("absent.tsv")};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_scale(experiment, {}); }), HasSubstr("absent.tsv"));
}

}  // namespace
}  // namespace columnar
