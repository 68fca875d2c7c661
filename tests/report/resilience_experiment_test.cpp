#include "columnar_lab/report/resilience_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::keys_of;
using testing_support::SmallTown;

TEST(ResilienceExperiment, GivesTheTablesOfThePartsNamedAsOneObject) {
  const SmallTown town;
  ResilienceExperiment experiment;
  experiment.run = town.run();
  experiment.seeds = 2;
  experiment.only = {"weights", "l4-bits"};
  const std::vector<SeedTable> tables = run_resilience(experiment, {});
  const Json json = resilience_json(experiment, tables);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "first_seed", "seeds", "settings", "results"));
  EXPECT_THAT(keys_of(json["settings"]), ElementsAre("graph", "then", "preset", "config"));
  EXPECT_TRUE(json["settings"]["then"].is_null());
  EXPECT_EQ(json["seeds"], 2);
  EXPECT_THAT(keys_of(json["results"]), testing::UnorderedElementsAre("l4_bits", "weights", "readout"));
  ASSERT_EQ(tables.size(), 3U);
  const Json& first = json["results"][tables[0].key]["rows"][0];
  EXPECT_EQ(first["name"], tables[0].rows[0].name);
  EXPECT_EQ(first[tables[0].measures[0].key]["seeds"], Json(tables[0].rows[0].values[0]));
}

TEST(ResilienceExperiment, TrainsOnASecondGraphAndNamesIt) {
  const SmallTown town;
  const LabelledGraph club = karate_club();
  ResilienceExperiment experiment;
  experiment.run = town.run();
  experiment.seeds = 1;
  experiment.only = {"sequential"};
  experiment.then = &club;
  experiment.then_name = "club";
  const Json json = resilience_json(experiment, run_resilience(experiment, {}));
  EXPECT_EQ(json["settings"]["then"], "club");
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("sequential"));

  LabelledGraph unlabelled = club;
  unlabelled.labels = {};
  experiment.then = &unlabelled;
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_resilience(experiment, {}); }),
              HasSubstr("club: no classes"));
}

TEST(ResilienceExperiment, RefusesPartsThatDoNotExist) {
  const SmallTown town;
  ResilienceExperiment experiment;
  experiment.run = town.run();
  experiment.only = {"weights", "luck"};
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [&] { check_resilience(experiment); }),
            "--only: no part is called 'luck'; l4-bits, weights, pairs and sequential are");
  experiment.only.clear();
  experiment.seeds = 0;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { (void)run_resilience(experiment, {}); }), HasSubstr("--seeds: "));
  experiment.seeds = 1;
  experiment.run.labels = nullptr;
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_resilience(experiment, {}); }),
              HasSubstr("town: no classes"));
}

}  // namespace
}  // namespace columnar
