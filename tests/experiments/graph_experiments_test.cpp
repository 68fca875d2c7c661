#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/experiment_support.hpp"

/// Experiments that train on a graph and give tables: what all share, and what each has of its own.

namespace columnar::graph_experiments_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::TownExperiment;

constexpr std::uint64_t kOne = 1;
constexpr std::uint64_t kTwo = 2;

TEST(GraphExperiments, HaveOneJsonSchema) {
  TownExperiment living("living");
  living.input.run.config.seed = 5;
  living.input.run.preset = "paper";
  const Json json = living.json({{"seeds", kTwo}});
  EXPECT_THAT(keys_of(json), ElementsAre("version", "experiment", "settings", "facts", "warnings", "results"));
  EXPECT_EQ(json["experiment"], "living");
  EXPECT_THAT(keys_of(json["settings"]), ElementsAre("graph", "preset", "config", "hidden", "late", "seeds"));
  EXPECT_EQ(json["settings"]["graph"]["name"], "town");
  EXPECT_EQ(json["settings"]["graph"]["nodes"], 120);
  EXPECT_EQ(json["settings"]["preset"], "paper");
  EXPECT_EQ(json["settings"]["config"]["seed"], 5);
  EXPECT_EQ(json["settings"]["seeds"], 2);
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("unseen", "stream"));
  const Json& row = json["results"]["unseen"]["rows"][0];
  EXPECT_EQ(row["level"], 0.1);
  for (const auto& [measure, meaning] : json["results"]["unseen"]["measures"].items()) {
    EXPECT_THAT(keys_of(row[measure]), ElementsAre("mean", "sd", "seeds")) << measure;
    EXPECT_EQ(row[measure]["seeds"].size(), 2U);
  }
}

TEST(GraphExperiments, RefuseAGraphWithoutTheClassesThatTheyNeed) {
  for (const Experiment& experiment : experiments()) {
    if (!experiment.inputs.graph) {
      continue;
    }
    TownExperiment town(experiment.name);
    town.input.run.labels = nullptr;
    if (experiment.inputs.classes == Classes::kRequired) {
      EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)town.run({}); }), HasSubstr("town: no classes"))
          << experiment.name;
    }
    TownExperiment impossible(experiment.name);
    impossible.input.run.config.l23.active_columns = 100'000;
    EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { (void)impossible.run({}); }), HasSubstr("--active-columns: "));
  }
}

TEST(Learning, GivesVariantsAndWhatTheMissingRulesBuy) {
  const TownExperiment learning("learning");
  const Json json = learning.json({{"seeds", kOne}});
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("variants", "ablation_loss"));
  ASSERT_EQ(json["results"]["variants"]["rows"].size(), 7U);
  EXPECT_EQ(json["results"]["variants"]["rows"][6]["name"], "no rules");
  ASSERT_EQ(json["results"]["ablation_loss"]["rows"].size(), 6U);
  const std::vector<StageCost> stages =
      learning.experiment.stages(learning.input, {learning.experiment.options, {}}, 1);
  ASSERT_EQ(stages.size(), 7U);
  EXPECT_EQ(stages.front().name, "all rules");
  EXPECT_GT(stages.front().seconds, 0.0);
}

TEST(Resilience, GivesTheTablesOfThePartsNamed) {
  const TownExperiment resilience("resilience");
  const std::vector<std::string> parts{"weights", "l4-bits"};
  const Json json = resilience.json({{"seeds", kOne}, {"only", parts}});
  EXPECT_TRUE(json["settings"]["then"].is_null());
  EXPECT_THAT(keys_of(json["results"]), UnorderedElementsAre("l4_bits", "weights", "readout"));
  EXPECT_EQ(resilience.complaint({{"only", std::vector<std::string>{"luck"}}}),
            "--only: unknown 'luck'; use l4-bits, weights, pairs or sequential");
}

TEST(Resilience, TrainsOnASecondGraphAndNamesIt) {
  TownExperiment resilience("resilience");
  const LabelledGraph club = karate_club();
  resilience.input.further.push_back({"club", club.graph, club.labels});
  const std::vector<std::string> part{"sequential"};
  const Json json = resilience.json({{"seeds", kOne}, {"only", part}});
  EXPECT_EQ(json["settings"]["then"], "club");
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("sequential"));
  resilience.input.further[0].labels = {};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)resilience.run({}); }), HasSubstr("club: no classes"));
}

TEST(Spectral, TellsOfEveryCombination) {
  TownExperiment spectral("spectral");
  spectral.input.run.config.spectral.gha_presentations = 2000;
  spectral.input.run.config.spectral.som_presentations = 2000;
  const Json json = spectral.json({{"seeds", kTwo}});
  const Json& rows = json["results"]["spectral"]["rows"];
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["name"], "SVD, k-means");
  EXPECT_EQ(rows[3]["name"], "GHA, map");
  EXPECT_EQ(rows[3]["captured"]["seeds"].size(), 2U);
  EXPECT_GT(rows[3]["spectrum_seconds"]["mean"].get<double>(), 0.0);
}

TEST(TrainingHealth, TellsDegreesReadoutAndEnergyAndNeedsNoLabels) {
  TownExperiment health("training-health");
  Json json = health.json({{"seeds", kOne}});
  EXPECT_THAT(keys_of(json["facts"]["degrees"]), ElementsAre("degree_one_share", "median", "mean"));
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("readout_size", "weight_energy"));
  EXPECT_FALSE(json["results"]["readout_size"]["rows"][0]["accuracy"].is_null());
  health.input.run.labels = nullptr;
  json = health.json({{"seeds", kOne}});
  EXPECT_TRUE(json["results"]["readout_size"]["rows"][0]["accuracy"].is_null());
  EXPECT_FALSE(json["results"]["readout_size"]["rows"][0]["unique"].is_null());
}

}  // namespace
}  // namespace columnar::graph_experiments_test
