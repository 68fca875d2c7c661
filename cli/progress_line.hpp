#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/core/stage_meter.hpp"
#include "columnar/progress.hpp"

namespace columnar::cli {

/// Shows stages on standard error: on a terminal one line that is rewritten in place and left behind with a tick and
/// its seconds; elsewhere one plain line a finished stage.
class ProgressLine : public ProgressSink {
 public:
  /// quiet: nothing at all.
  explicit ProgressLine(bool quiet);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ProgressLine(ProgressLine&&) = delete;
  ProgressLine& operator=(ProgressLine&&) = delete;
  ~ProgressLine() override;

  /// What the run will probably take, by stage: the weights of the percentage and of the time left.
  void expect(const std::vector<StageCost>& stages);

  void begin_stage(std::string_view name) override;
  void advance(double fraction) override;
  void skip(double fraction) override;
  void end_stage() override;
  void note(std::string_view message) override;

 private:
  using Clock = std::chrono::steady_clock;
  void draw(double fraction);
  void clear_line();
  /// Expected seconds of the stages before this one.
  [[nodiscard]] double expected_before(std::string_view name) const;
  [[nodiscard]] double expected_of(std::string_view name) const;

  bool quiet_;
  bool live_;  ///< on a terminal
  bool open_ = false;
  std::string stage_;
  std::vector<StageCost> expected_;
  double expected_done_ = 0.0;     ///< expected seconds of the stages that have ended
  double expected_skipped_ = 0.0;  ///< those of them that an earlier run did
  double skipped_share_ = 0.0;     ///< the same of the current stage
  double actual_done_ = 0.0;       ///< what they took
  Clock::time_point stage_start_;
  Clock::time_point last_draw_;
};

}  // namespace columnar::cli
