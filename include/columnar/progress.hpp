#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace columnar {

/// Where a stage reports how far it is. Stages never print; the caller decides what a report becomes.
/// All calls come from the thread that called the stage. A sink may throw to end the work early.
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
  /// Share of the current stage that is done, in [0, 1].
  virtual void advance(double /*fraction*/) {}
  /// Said once, at the start of a stage: this share of it was done by an earlier run, and does not tell how fast we
  /// are.
  virtual void skip(double /*fraction*/) {}
  /// The stage has ended.
  virtual void end_stage() {}
  /// Something the user should know, e.g. that a parameter was clamped to the size of the graph.
  virtual void note(std::string_view /*message*/) {}
};

/// How a stage runs, as opposed to what it computes: nothing here may change a result.
struct RunContext {
  int threads = 1;                   ///< at most this many
  ProgressSink* progress = nullptr;  ///< may be null

  // What stages call; each does nothing without a sink.
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

/// What one stage of a run cost.
struct StageCost {
  std::string name;
  double seconds = 0.0;
  std::uint64_t peak_bytes = 0;  ///< the most memory that the process held during the stage
};

}  // namespace columnar
#pragma GCC visibility pop
