#include "columnar_lab/report/living_experiment.hpp"

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

TEST(LivingExperiment, GivesBothTablesAsOneObject) {
  const SmallTown town;
  LivingExperiment experiment;
  experiment.run = town.run();
  experiment.options.seeds = 1;
  const std::vector<SeedTable> tables = run_living(experiment, {});
  const Json json = living_json(experiment, tables);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "first_seed", "seeds", "settings", "results"));
  EXPECT_THAT(keys_of(json["settings"]), ElementsAre("graph", "hidden", "late", "preset", "config"));
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("unseen", "stream"));
  EXPECT_EQ(json["results"]["unseen"]["rows"].size(), 2U);
  EXPECT_EQ(json["results"]["stream"]["rows"][0]["level"], 0.1);
}

TEST(LivingExperiment, RefusesSharesThatAreNone) {
  const SmallTown town;
  LivingExperiment experiment;
  experiment.run = town.run();
  for (const double share : {0.0, 1.0, -0.5, 2.0}) {
    experiment.options.hidden = {share};
    EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { check_living(experiment); }), HasSubstr("--hidden: "));
  }
  experiment.options.hidden = {};
  experiment.options.late = {1.5};
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { check_living(experiment); }),
              HasSubstr("--late: 1.5 is not between 0 and 1"));
  experiment.options.late = {};
  experiment.options.seeds = 0;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { check_living(experiment); }), HasSubstr("--seeds"));
}

}  // namespace
}  // namespace columnar
