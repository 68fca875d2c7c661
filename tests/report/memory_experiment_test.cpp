#include "columnar_lab/report/memory_experiment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/tiny_codes.hpp"
#include "report/report_support.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_codes::cyclic_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_support::complaint_of;
using testing_support::keys_of;

TEST(MemoryExperiment, CountsTheBytesOfEveryRepresentation) {
  const Labels labels = cyclic_labels(30, 3);
  const std::vector<MethodMemory> methods =
      run_memory({{{"sdr", {table_source("c1", random_codes(labels, 1)), table_source("c2", random_codes(labels, 2))}},
                   {"vec", {table_source("v", make_vectors(4, std::vector<float>(8, 1.0F)))}}}},
                 {});
  const Json json = memory_json(methods);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "compared_dimensions", "results"));
  EXPECT_EQ(json["compared_dimensions"], 64);
  const Json& sdr = json["results"][0];
  EXPECT_THAT(keys_of(sdr), ElementsAre("name", "kind", "representations", "bounds"));
  ASSERT_EQ(sdr["representations"].size(), 5U);
  const Json& index = sdr["representations"][1];
  EXPECT_THAT(keys_of(index), ElementsAre("key", "stored_as", "bytes_per_node", "megabytes_per_million_nodes",
                                          "times_less_than_float32", "times_less_than_float64"));
  EXPECT_EQ(index["key"], "index");
  EXPECT_EQ(index["bytes_per_node"], Json({{"mean", 56.0}, {"sd", 0.0}}));
  EXPECT_EQ(index["times_less_than_float32"], 256.0 / 56.0);
  EXPECT_THAT(keys_of(sdr["bounds"]), ElementsAre("structured_bits", "choose_bits", "frequency_bits"));
  const Json& vec = json["results"][1];
  EXPECT_EQ(vec["kind"], "4 floats");
  EXPECT_EQ(vec["representations"][0]["bytes_per_node"]["mean"], 16.0);
  EXPECT_EQ(vec["representations"][1]["times_less_than_float64"], 16.0);
  EXPECT_TRUE(vec["bounds"].is_null());
}

/// Keeps the names of the stages, and how often work moved on in them.
struct Stages : ProgressSink {
  std::vector<std::string> names;
  int steps = 0;
  int ended = 0;
  void begin_stage(std::string_view name) override { names.emplace_back(name); }
  void advance(double /*fraction*/) override { ++steps; }
  void end_stage() override { ++ended; }
};

TEST(MemoryExperiment, ShowsAStageAGroupAndAStepASeed) {
  const EmbeddingSource source = table_source("v", make_vectors(1, {1.0F}));
  Stages stages;
  static_cast<void>(run_memory({{{"a", {source, source}}, {"b", {source}}}}, {1, &stages}));
  EXPECT_THAT(stages.names, ElementsAre("a", "b"));
  EXPECT_EQ(stages.steps, 3);
  EXPECT_EQ(stages.ended, 2);
}

TEST(MemoryExperiment, RefusesSeedsOfTwoKinds) {
  const MemoryExperiment mixed{
      {{"a", {table_source("v", make_vectors(1, {1.0F})), table_source("w", make_vectors(2, {1.0F, 2.0F}))}}}};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)run_memory(mixed, {}); }),
              HasSubstr("w: 2 floats, but another file of a has 1 floats"));
  EXPECT_THAT(complaint_of(ErrorCode::kConfig, [] { (void)run_memory({}, {}); }), HasSubstr("none to measure"));
}

}  // namespace
}  // namespace columnar
