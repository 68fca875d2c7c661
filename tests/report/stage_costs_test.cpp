#include "columnar_lab/report/stage_costs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar {
namespace {

using testing::ElementsAre;

class Log : public ProgressSink {
 public:
  void begin_stage(std::string_view name) override { lines.push_back("begin " + std::string(name)); }
  void advance(double /*fraction*/) override { lines.emplace_back("advance"); }
  void end_stage() override { lines.emplace_back("end"); }
  void note(std::string_view message) override { lines.push_back("note " + std::string(message)); }
  std::vector<std::string> lines;
};

TEST(StageCosts, AddUpSecondsAndTakeTheLargestPeak) {
  const Json json = stages_json({{"walks", 1.5, 100}, {"ppmi", 2.0, 300}, {"health", 0.25, 200}});
  EXPECT_EQ(json["total_seconds"], 3.75);
  EXPECT_EQ(json["peak_bytes"], 300);
  ASSERT_EQ(json["stages"].size(), 3U);
  EXPECT_EQ(json["stages"][1], (Json{{"name", "ppmi"}, {"seconds", 2.0}, {"peak_bytes", 300}}));
}

TEST(StageCosts, AStepIsShownAndMeasured) {
  Log log;
  std::vector<StageCost> costs;
  EXPECT_EQ(run_stage("adding", {1, &log}, costs, [] { return 1 + 1; }), 2);
  EXPECT_THAT(log.lines, ElementsAre("begin adding", "end"));
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_EQ(costs[0].name, "adding");
  EXPECT_GE(costs[0].seconds, 0.0);
  EXPECT_EQ(run_stage("again", {}, costs, [] { return 3; }), 3);
  EXPECT_EQ(costs.size(), 2U);
}

TEST(StageRecorder, KeepsStagesAndNotesAndHandsThemOn) {
  Log log;
  std::vector<StageCost> costs;
  std::vector<std::string> notes;
  for (ProgressSink* next : {static_cast<ProgressSink*>(nullptr), static_cast<ProgressSink*>(&log)}) {
    StageRecorder recorder(next, costs, notes);
    recorder.begin_stage("walks");
    recorder.advance(0.5);
    recorder.note("few nodes");
    recorder.end_stage();
  }
  ASSERT_EQ(costs.size(), 2U);
  EXPECT_EQ(costs[1].name, "walks");
  EXPECT_THAT(notes, ElementsAre("few nodes", "few nodes"));
  EXPECT_THAT(log.lines, ElementsAre("begin walks", "advance", "note few nodes", "end"));
}

}  // namespace
}  // namespace columnar
