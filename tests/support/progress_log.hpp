#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "columnar/progress.hpp"

namespace columnar::testing_support {

/// Records what a run reports. Progress within a stage must rise from 0 to 1, unless it may start again.
struct ProgressLog : ProgressSink {
  void begin_stage(std::string_view name) override {
    calls.push_back("begin " + std::string(name));
    stages.emplace_back(name);
    last = 0.0;
  }
  void advance(double fraction) override {
    EXPECT_TRUE(fraction >= last || may_restart) << fraction << " after " << last;
    EXPECT_LE(fraction, 1.0 + 1e-9);
    last = fraction;
    calls.emplace_back("advance");
    ++steps;
  }
  void skip(double /*fraction*/) override { calls.emplace_back("skip"); }
  void end_stage() override {
    calls.emplace_back("end");
    ++ended;
  }
  void note(std::string_view message) override {
    calls.push_back("note " + std::string(message));
    notes.emplace_back(message);
  }

  std::vector<std::string> calls;
  std::vector<std::string> stages;
  std::vector<std::string> notes;
  std::size_t steps = 0;
  std::size_t ended = 0;
  double last = 0.0;
  bool may_restart = false;
};

}  // namespace columnar::testing_support
