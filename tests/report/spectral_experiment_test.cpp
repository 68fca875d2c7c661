#include "columnar_lab/report/spectral_experiment.hpp"

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

TEST(SpectralExperiment, TellsOfEveryCombinationAsOneObject) {
  const SmallTown town;
  SpectralExperiment experiment{town.run(), 2};
  experiment.run.config.seed = 5;
  experiment.run.config.spectral.gha_presentations = 2000;
  experiment.run.config.spectral.som_presentations = 2000;
  const SeedTable table = run_spectral(experiment, {});
  const Json json = spectral_json(experiment, table);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "first_seed", "seeds", "settings", "results"));
  EXPECT_EQ(json["first_seed"], 5);
  EXPECT_EQ(json["settings"]["graph"]["name"], "town");
  EXPECT_EQ(json["settings"]["config"]["spectral"], "svd");
  const Json& rows = json["results"]["spectral"]["rows"];
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[0]["name"], "SVD, k-means");
  EXPECT_EQ(rows[3]["name"], "GHA, map");
  EXPECT_EQ(rows[3]["captured"]["seeds"].size(), 2U);
  EXPECT_GT(rows[3]["spectrum_seconds"]["mean"].get<double>(), 0.0);
}

TEST(SpectralExperiment, RefusesWhatItCannotMeasure) {
  const SmallTown town;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [&] { check_spectral({town.run(), 0}); }), HasSubstr("--seeds: "));
  SpectralExperiment unlabelled{town.run(), 1};
  unlabelled.run.labels = nullptr;
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_spectral(unlabelled, {}); }),
              HasSubstr("town: no classes"));
}

}  // namespace
}  // namespace columnar
