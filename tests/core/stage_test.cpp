#include "columnar/core/stage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/progress_log.hpp"

namespace columnar::stage_test {
namespace {

using testing::ElementsAre;
using testing_support::ProgressLog;

TEST(RunStage, ShowsTheStageAndReturnsItsResult) {
  ProgressLog log;
  EXPECT_EQ(run_stage({1, &log}, "adding", [] { return 1 + 1; }), 2);
  run_stage({1, &log}, "nothing", [] {});
  EXPECT_THAT(log.calls, ElementsAre("begin adding", "end", "begin nothing", "end"));
  EXPECT_EQ(run_stage({}, "unseen", [] { return 3; }), 3);
}

TEST(RunStage, DoesNotEndAStageThatThrows) {
  ProgressLog log;
  EXPECT_THROW(run_stage({1, &log}, "failing", [] { throw std::runtime_error("stop"); }), std::runtime_error);
  EXPECT_THAT(log.calls, ElementsAre("begin failing"));
}

TEST(RunStage, MeasuresWhatTheStageCosts) {
  ProgressLog log;
  std::vector<StageCost> costs;
  EXPECT_EQ(run_stage({1, &log}, "adding", costs, [] { return 1 + 1; }), 2);
  EXPECT_THAT(log.calls, ElementsAre("begin adding", "end"));
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_EQ(costs[0].name, "adding");
  EXPECT_GE(costs[0].seconds, 0.0);
  EXPECT_EQ(run_stage({}, "again", costs, [] { return 3; }), 3);
  EXPECT_EQ(costs.size(), 2U);
}

TEST(ForwardingSink, PassesEveryCallOn) {
  ProgressLog log;
  for (ProgressSink* next : {static_cast<ProgressSink*>(nullptr), static_cast<ProgressSink*>(&log)}) {
    ForwardingSink sink(next);
    sink.begin_stage("walks");
    sink.skip(0.25);
    sink.advance(0.5);
    sink.note("few nodes");
    sink.end_stage();
  }
  EXPECT_THAT(log.calls, ElementsAre("begin walks", "skip", "advance", "note few nodes", "end"));
}

TEST(StageRecorder, KeepsStagesAndNotesAndPassesEveryCallOn) {
  ProgressLog log;
  std::vector<StageCost> costs;
  std::vector<std::string> notes;
  for (ProgressSink* next : {static_cast<ProgressSink*>(nullptr), static_cast<ProgressSink*>(&log)}) {
    StageRecorder recorder(next, costs, &notes);
    recorder.begin_stage("walks");
    recorder.skip(0.25);
    recorder.advance(0.5);
    recorder.note("few nodes");
    recorder.end_stage();
  }
  ASSERT_EQ(costs.size(), 2U);
  EXPECT_EQ(costs[1].name, "walks");
  EXPECT_THAT(notes, ElementsAre("few nodes", "few nodes"));
  EXPECT_THAT(log.calls, ElementsAre("begin walks", "skip", "advance", "note few nodes", "end"));
}

}  // namespace
}  // namespace columnar::stage_test
