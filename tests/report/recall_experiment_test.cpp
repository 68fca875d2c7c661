#include "columnar_lab/report/recall_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::random_codes;
using testing_support::complaint_of;
using testing_support::keys_of;

RecallExperiment two_seeds() {
  RecallExperiment experiment;
  experiment.groups = {{"codes",
                        {table_source("a", random_codes(cyclic_labels(60, 3), 1)),
                         table_source("b", random_codes(cyclic_labels(60, 3), 2))}}};
  experiment.options.missing = {0.0, 0.75};
  experiment.options.flipped = {0.25};
  return experiment;
}

TEST(RecallExperiment, TakesTheMeanOverTheSeedsOfAMethod) {
  const RecallExperiment experiment = two_seeds();
  const std::vector<MethodRecall> methods = run_recall(experiment, {});
  ASSERT_EQ(methods.size(), 1U);
  EXPECT_EQ(methods[0].seeds, 2U);
  EXPECT_EQ(methods[0].codes, 60U);
  EXPECT_EQ(methods[0].missing[0].recalled.values(), (std::vector<double>{1.0, 1.0}));
  const Json json = recall_json(experiment, methods);
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"version", "seed", "repeats", "results"}));
  const Json& result = json["results"][0];
  EXPECT_EQ(keys_of(result), (std::vector<std::string>{"name", "kind", "seeds", "codes", "queries", "active_bits",
                                                       "missing", "flipped"}));
  EXPECT_EQ(result["missing"][1]["bits"], 21);
  EXPECT_EQ(result["missing"][0]["recalled"], (Json{{"mean", 1.0}, {"sd", 0.0}}));
  EXPECT_EQ(keys_of(result["flipped"][0]),
            (std::vector<std::string>{"share", "bits", "recalled", "tied", "wrong", "margin"}));
}

TEST(RecallExperiment, RefusesBadParametersByTheirFlagAndVectorsByTheirPlace) {
  const auto run = [](const RecallExperiment& experiment) { return [&] { (void)run_recall(experiment, {}); }; };
  RecallExperiment experiment = two_seeds();
  experiment.options.missing = {0.5, 0.5};
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, run(experiment)), HasSubstr("--missing: "));
  experiment = two_seeds();
  experiment.options.flipped = {2.0};
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, run(experiment)), HasSubstr("--flipped: "));
  experiment = two_seeds();
  experiment.options.queries = 0;
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, run(experiment)), HasSubstr("--queries: "));
  experiment = two_seeds();
  experiment.groups[0].seeds[1] = table_source("rows", testing_codes::make_vectors(2, {1.0F, 2.0F}));
  EXPECT_THAT(complaint_of(ErrorCode::kInput, run(experiment)), HasSubstr("rows: holds vectors"));
  experiment.groups[0].seeds[1] = table_source("l23", random_codes(cyclic_labels(5, 3), 1), Layer::kL23);
  EXPECT_THAT(complaint_of(ErrorCode::kInput, run(experiment)), HasSubstr("l23: 8 of 1,500 bits"));
  experiment.groups.clear();
  (void)complaint_of(ErrorCode::kConfig, run(experiment));
}

}  // namespace
}  // namespace columnar
