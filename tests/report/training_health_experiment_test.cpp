#include "columnar_lab/report/training_health_experiment.hpp"

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

TEST(TrainingHealthExperiment, TellsDegreesReadoutAndEnergyAsOneObject) {
  const SmallTown town;
  const TrainingHealthExperiment experiment{town.run(), 1};
  const TrainingHealth health = run_training_health(experiment, {});
  const Json json = training_health_json(experiment, health);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "first_seed", "seeds", "settings", "results"));
  EXPECT_THAT(keys_of(json["settings"]), ElementsAre("graph", "preset", "config"));
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("degrees", "readout_size", "weight_energy"));
  EXPECT_EQ(json["results"]["degrees"]["mean"], health.degrees.mean);
  EXPECT_EQ(json["results"]["readout_size"]["rows"].size(), health.readout.rows.size());
  EXPECT_EQ(json["results"]["readout_size"]["rows"][0]["accuracy"]["seeds"].size(), 1U);
}

TEST(TrainingHealthExperiment, NeedsNoLabelsButHasNoAccuracyThen) {
  const SmallTown town;
  TrainingHealthExperiment experiment{town.run(), 1};
  const Labels none;
  experiment.run.labels = &none;
  const Json json = training_health_json(experiment, run_training_health(experiment, {}));
  const Json& row = json["results"]["readout_size"]["rows"][0];
  EXPECT_TRUE(row["accuracy"].is_null());
  EXPECT_FALSE(row["unique"].is_null());
}

TEST(TrainingHealthExperiment, RefusesImpossibleParameters) {
  EXPECT_THAT(complaint_of(ErrorCode::kConfig,
                           [] {
                             check_training_health({GraphRun{}, 1001});
                           }),
              HasSubstr("--seeds: must be a whole number from 1 to 1000"));
}

}  // namespace
}  // namespace columnar
