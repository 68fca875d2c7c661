#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "columnar_lab/evaluate/robustness.hpp"
#include "evaluate/tiny_codes.hpp"
#include "experiments/experiment_support.hpp"

namespace columnar::robustness_experiment_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::random_codes;
using testing_codes::wavy_vectors;
using testing_support::complaint_of;
using testing_support::Given;
using testing_support::keys_of;
using testing_support::TableExperiment;

const std::vector<double> kDeltas{0.0, 0.2, 0.4};

struct WavyTables {
  Labels labels = wavy_vectors().labels;
  SdrTable codes = random_codes(labels, 1);

  [[nodiscard]] TableExperiment robustness() const {
    TableExperiment made("robustness",
                         {{"sdr", {table_source("c1", codes), table_source("c2", random_codes(labels, 2))}},
                          {"vec", {table_source("v", wavy_vectors().table)}}});
    made.input.nodes.labels = labels_by_id(codes.ids, labels);
    return made;
  }
  /// Quick to measure, with one option changed.
  static Given quick(const std::string& name = "deltas", const OptionValue& value = kDeltas) {
    Given given{
        {"deltas", kDeltas}, {"repeats", std::uint64_t{1}}, {"pairs", std::uint64_t{500}}, {"folds", std::uint64_t{2}}};
    given[name] = value;
    return given;
  }
};

TEST(RobustnessExperiment, MeasuresEachSeedAtEachDelta) {
  const WavyTables given;
  const Json json = given.robustness().json(WavyTables::quick());
  RobustnessOptions options;
  options.deltas = kDeltas;
  options.repeats = 1;
  options.pairs = 500;
  options.classify.folds = 2;
  const auto points = measure_robustness(given.codes, given.labels, options, {});
  EXPECT_EQ(json["settings"]["train"], "clean");
  EXPECT_EQ(json["facts"]["reference"], "vec");  // the first of vectors
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("damage", "leads"));
  const Json& rows = json["results"]["damage"]["rows"];
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_THAT(keys_of(rows[0]),
              ElementsAre("group", "name", "level", "accuracy", "auc", "self_similarity", "repeat_sd"));
  EXPECT_EQ(rows[0]["self_similarity"]["mean"], 1.0);
  EXPECT_TRUE(rows[0]["repeat_sd"].is_null());  // one draw has no spread
  EXPECT_EQ(rows[1]["level"], 0.2);
  EXPECT_EQ(rows[1]["accuracy"]["seeds"].size(), 2U);
  EXPECT_EQ(rows[1]["accuracy"]["seeds"][0], points[1].accuracy.mean);
  EXPECT_EQ(rows[3]["group"], "vec");
}

TEST(RobustnessExperiment, ReadsLeadsOffTheMeanCurves) {
  const Json json = WavyTables().robustness().json(WavyTables::quick());
  const Json& leads = json["results"]["leads"]["rows"];
  ASSERT_EQ(leads.size(), 1U);  // not the reference itself
  EXPECT_EQ(leads[0]["name"], "sdr");
  EXPECT_THAT(keys_of(leads[0]), ElementsAre("name", "level", "overtakes_at", "lead_at_0.3"));
  const auto curve = [&](std::size_t first) {
    Curve found{kDeltas, {}};
    for (std::size_t d = 0; d < kDeltas.size(); ++d) {
      found.y.push_back(json["results"]["damage"]["rows"][first + d]["accuracy"]["mean"]);
    }
    return found;
  };
  EXPECT_EQ(leads[0]["lead_at_0.3"]["mean"], *lead_at(0.3, curve(0), curve(3)));
  const Json near = WavyTables().robustness().json(WavyTables::quick("deltas", std::vector<double>{0.0, 0.2}));
  EXPECT_TRUE(near["results"]["leads"]["rows"][0]["lead_at_0.3"].is_null());
}

TEST(RobustnessExperiment, ComparesWithTheGroupThatIsNamed) {
  Given given = WavyTables::quick("reference", std::string("sdr"));
  given["train"] = std::string("damaged");
  const Json json = WavyTables().robustness().json(given);
  EXPECT_EQ(json["facts"]["reference"], "sdr");
  EXPECT_EQ(json["settings"]["train"], "damaged");
  EXPECT_EQ(json["results"]["leads"]["rows"][0]["name"], "vec");
}

TEST(RobustnessExperiment, HasNoReferenceWhereAllAreCodes) {
  TableExperiment robustness = WavyTables().robustness();
  robustness.input.groups.pop_back();
  const Json json = robustness.json(WavyTables::quick());
  EXPECT_TRUE(json["facts"]["reference"].is_null());
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("damage"));
}

TEST(RobustnessExperiment, RefusesWhatItCannotMeasure) {
  const TableExperiment robustness = WavyTables().robustness();
  const auto complaint = [&robustness](const std::string& name, const OptionValue& value) {
    return complaint_of(ErrorCode::kConfig, [&] { (void)robustness.json(WavyTables::quick(name, value)); });
  };
  using Reals = std::vector<double>;
  EXPECT_THAT(complaint("deltas", Reals{0.2, 0.2}), HasSubstr("--deltas: must ascend"));
  EXPECT_THAT(complaint("deltas", Reals{std::numeric_limits<double>::quiet_NaN()}), HasSubstr("--deltas: "));
  EXPECT_THAT(complaint("deltas", Reals{}), HasSubstr("--deltas: "));
  EXPECT_THAT(complaint("repeats", std::uint64_t{0}), HasSubstr("--repeats: "));
  EXPECT_THAT(complaint("pairs", std::uint64_t{0}), HasSubstr("--pairs: "));
  EXPECT_THAT(complaint("folds", std::uint64_t{1}), HasSubstr("--folds: "));
  EXPECT_THAT(complaint("train", std::string("both")), HasSubstr("--train: must be clean or damaged"));
  EXPECT_THAT(complaint("reference", std::string("nobody")),
              HasSubstr("--reference: unknown name 'nobody'; use one of the names given"));
}

}  // namespace
}  // namespace columnar::robustness_experiment_test
