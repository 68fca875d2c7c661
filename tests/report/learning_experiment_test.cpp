#include "columnar_lab/report/learning_experiment.hpp"

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

TEST(LearningExperiment, TellsWhatEachRuleBuysAsOneObject) {
  const SmallTown town;
  LearningExperiment experiment{town.run(), 2};
  experiment.run.config.seed = 5;
  experiment.run.preset = "paper";
  const std::vector<LearningRow> rows = run_learning(experiment, {});
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[0].trials.size(), 2U);

  const Json json = learning_json(experiment, rows);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "graph", "preset", "config", "first_seed", "seeds", "variants"));
  EXPECT_EQ(json["graph"]["name"], "town");
  EXPECT_EQ(json["graph"]["nodes"], 120);
  EXPECT_EQ(json["preset"], "paper");
  EXPECT_EQ(json["config"]["seed"], 5);
  EXPECT_EQ(json["first_seed"], 5);
  EXPECT_EQ(json["seeds"], 2);
  ASSERT_EQ(json["variants"].size(), 7U);
  const Json& none = json["variants"][6];
  EXPECT_EQ(none["variant"], "no rules");
  EXPECT_THAT(keys_of(none["accuracy"]), ElementsAre("mean", "sd", "bought", "bought_sd", "seeds"));
  EXPECT_EQ(none["accuracy"]["seeds"].size(), 2U);
  EXPECT_NEAR(none["accuracy"]["bought"].get<double>(),
              json["variants"][0]["accuracy"]["mean"].get<double>() - none["accuracy"]["mean"].get<double>(), 1e-12);
}

TEST(LearningExperiment, ExpectsAStageAVariant) {
  const SmallTown town;
  const std::vector<StageCost> stages = learning_stages({town.run(), 1}, 1);
  ASSERT_EQ(stages.size(), 7U);
  EXPECT_EQ(stages.front().name, "all rules");
  EXPECT_GT(stages.front().seconds, 0.0);
}

TEST(LearningExperiment, RefusesWhatItCannotMeasure) {
  const SmallTown town;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { check_learning({town.run(), 0}); }), HasSubstr("--seeds: "));
  EXPECT_THAT(complaint_of(ErrorCode::kConfig,
                           [&] {
                             (void)run_learning({town.run(), 0}, {});
                           }),
              HasSubstr("--seeds: "));
  LearningExperiment unlabelled{town.run(), 1};
  unlabelled.run.labels = nullptr;
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_learning(unlabelled, {}); }),
              HasSubstr("town: no classes"));
}

}  // namespace
}  // namespace columnar
