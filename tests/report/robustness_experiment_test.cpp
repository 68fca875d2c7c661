#include "columnar_lab/report/robustness_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"

namespace columnar::robustness_experiment_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_codes::wavy_vectors;
using testing_support::complaint_of;
using testing_support::keys_of;

struct Given {
  Labels labels = wavy_vectors().labels;
  SdrTable codes = random_codes(labels, 1);

  [[nodiscard]] RobustnessExperiment experiment() const {
    RobustnessExperiment made;
    made.groups = {{"sdr", {table_source("c1", codes), table_source("c2", random_codes(labels, 2))}},
                   {"vec", {table_source("v", wavy_vectors().table)}}};
    made.nodes.labels = labels_by_id(codes.ids, labels);
    made.options.deltas = {0.0, 0.2, 0.4};
    made.options.repeats = 1;
    made.options.pairs = 500;
    made.options.classify.folds = 2;
    return made;
  }
};

TEST(RobustnessExperiment, MeasuresEachSeedAtEachDelta) {
  const Given given;
  const RobustnessExperiment experiment = given.experiment();
  const RobustnessResults results = run_robustness(experiment, {});
  ASSERT_EQ(results.methods.size(), 2U);
  const auto points = measure_robustness(given.codes, given.labels, experiment.options, {});
  ASSERT_EQ(results.methods[0].accuracy.size(), 3U);
  EXPECT_EQ(results.methods[0].accuracy[1].values().front(), points[1].accuracy.mean);
  EXPECT_EQ(results.methods[0].accuracy[1].values().size(), 2U);
  EXPECT_EQ(results.reference, 1U);  // the first of vectors

  const Json json = robustness_json(experiment, results);
  EXPECT_THAT(keys_of(json),
              ElementsAre("version", "seed", "folds", "repeats", "pairs", "train", "reference", "results"));
  EXPECT_EQ(json["train"], "clean");
  EXPECT_EQ(json["reference"], "vec");
  EXPECT_THAT(keys_of(json["results"][0]),
              ElementsAre("name", "kind", "seeds", "points", "overtakes_at", "lead_at_0.3"));
  EXPECT_THAT(keys_of(json["results"][1]), ElementsAre("name", "kind", "seeds", "points"));
  EXPECT_THAT(keys_of(json["results"][0]["points"][0]),
              ElementsAre("delta", "accuracy", "auc", "self_similarity", "repeat_sd"));
  EXPECT_EQ(json["results"][0]["points"][0]["self_similarity"], 1.0);
}

TEST(RobustnessExperiment, ComparesWithTheGroupThatIsNamed) {
  const Given given;
  RobustnessExperiment experiment = given.experiment();
  experiment.reference = "sdr";
  experiment.options.train_damaged = true;
  const RobustnessResults results = run_robustness(experiment, {});
  EXPECT_EQ(results.reference, 0U);
  EXPECT_EQ(robustness_json(experiment, results)["train"], "damaged");
}

TEST(RobustnessExperiment, HasNoReferenceWhereAllAreCodes) {
  const Given given;
  RobustnessExperiment experiment = given.experiment();
  experiment.groups.pop_back();
  const RobustnessResults results = run_robustness(experiment, {});
  EXPECT_EQ(results.reference, std::nullopt);
  EXPECT_TRUE(robustness_json(experiment, results)["reference"].is_null());
}

TEST(LeadOver, IsReadBetweenTwoDeltas) {
  MethodRobustness mine;
  MethodRobustness other;
  for (const double accuracy : {0.8, 0.8}) {
    mine.accuracy.emplace_back().add(accuracy);
  }
  for (const double accuracy : {0.9, 0.5}) {
    other.accuracy.emplace_back().add(accuracy);
  }
  const Lead lead = lead_over(mine, other, {0.0, 0.4});
  EXPECT_NEAR(*lead.overtakes, 0.1, 1e-12);
  EXPECT_NEAR(*lead.points, 20.0, 1e-12);  // 0.8 against 0.6 at 0.3
  EXPECT_EQ(lead_over(mine, other, {0.0, 0.2}).points, std::nullopt);
}

TEST(RobustnessExperiment, RefusesWhatItCannotMeasure) {
  const Given given;
  const auto complaint = [&given](const auto& change) {
    RobustnessExperiment experiment = given.experiment();
    change(experiment);
    return complaint_of(ErrorCode::kConfig, [&] { (void)run_robustness(experiment, {}); });
  };
  EXPECT_THAT(complaint([](auto& e) { e.options.deltas = {0.2, 0.2}; }), HasSubstr("--deltas: must ascend"));
  EXPECT_THAT(complaint([](auto& e) { e.options.deltas = {std::numeric_limits<double>::quiet_NaN()}; }),
              HasSubstr("--deltas: "));
  EXPECT_THAT(complaint([](auto& e) { e.options.deltas.clear(); }), HasSubstr("--deltas: "));
  EXPECT_THAT(complaint([](auto& e) { e.options.repeats = 0; }), HasSubstr("--repeats: "));
  EXPECT_THAT(complaint([](auto& e) { e.options.pairs = 0; }), HasSubstr("--pairs: "));
  EXPECT_THAT(complaint([](auto& e) { e.options.classify.folds = 1; }), HasSubstr("--folds: "));
  EXPECT_THAT(complaint([](auto& e) { e.reference = "nobody"; }), HasSubstr("--reference: 'nobody' is none"));
}

}  // namespace
}  // namespace columnar::robustness_experiment_test
