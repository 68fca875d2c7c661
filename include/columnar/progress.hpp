#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace columnar {

/// Receives the progress of stages. Stages never print; the caller decides what to do with a report.
/// All calls come from the thread that called the stage. A sink may throw to stop the work.
class ProgressSink {
 public:
  ProgressSink() = default;
  ProgressSink(const ProgressSink&) = delete;
  ProgressSink& operator=(const ProgressSink&) = delete;
  ProgressSink(ProgressSink&&) = delete;
  ProgressSink& operator=(ProgressSink&&) = delete;
  virtual ~ProgressSink() = default;

  /// A stage begins.
  virtual void begin_stage(std::string_view /*name*/) {}
  /// Completed share of the current stage, in [0, 1].
  virtual void advance(double /*fraction*/) {}
  /// Called once, at the start of a stage: an earlier run completed this share, which must not count towards the speed.
  virtual void skip(double /*fraction*/) {}
  /// The stage has ended.
  virtual void end_stage() {}
  /// A message for the user, e.g. that a parameter was clamped to the size of the graph.
  virtual void note(std::string_view /*message*/) {}
};

// Internal to the library; only declared here.
class Ranks;

/// How a stage runs, as opposed to what it computes: nothing here may change a result.
struct RunContext {
  int threads = 1;                   ///< upper bound
  ProgressSink* progress = nullptr;  ///< may be null
  Ranks* ranks = nullptr;            ///< the processes that share the work; null: this one alone

  // Called by stages; no-ops without a sink.
  void advance(double fraction) const {
    if (progress != nullptr) {
      progress->advance(fraction);
    }
  }
  void skip(double fraction) const {
    if (progress != nullptr) {
      progress->skip(fraction);
    }
  }
  void note(std::string_view message) const {
    if (progress != nullptr) {
      progress->note(message);
    }
  }
};

/// Cost of one stage.
struct StageCost {
  std::string name;
  double seconds = 0.0;
  std::uint64_t peak_bytes = 0;  ///< peak memory of the process during the stage, or of the largest of several
  std::uint64_t sent_bytes = 0;  ///< what the processes of a cluster sent to each other
};

}  // namespace columnar
#pragma GCC visibility pop
