#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "columnar/progress.hpp"

namespace columnar {

/// Runs body() as a named stage and returns its result. If the body throws, the stage is not ended, because it did not
/// finish.
template <class Body>
auto run_stage(const RunContext& context, std::string_view name, const Body& body) {
  const auto end = [&context] {
    if (context.progress != nullptr) {
      context.progress->end_stage();
    }
  };
  if (context.progress != nullptr) {
    context.progress->begin_stage(name);
  }
  if constexpr (std::is_void_v<std::invoke_result_t<Body>>) {
    body();
    end();
  } else {
    auto result = body();
    end();
    return result;
  }
}

/// Forwards every call to another sink, if there is one: the base of sinks that change or record some calls.
class ForwardingSink : public ProgressSink {
 public:
  /// `next` may be null.
  explicit ForwardingSink(ProgressSink* next) : next_(next) {}

  void begin_stage(std::string_view name) override;
  void advance(double fraction) override;
  void skip(double fraction) override;
  void end_stage() override;
  void note(std::string_view message) override;

 private:
  ProgressSink* next_;
};

/// Records the cost of each stage, and the notes.
class StageRecorder : public ForwardingSink {
 public:
  /// `next`, `notes` and `ranks` may be null.
  StageRecorder(ProgressSink* next, std::vector<StageCost>& costs, std::vector<std::string>* notes,
                const Ranks* ranks = nullptr)
      : ForwardingSink(next), costs_(costs), notes_(notes), ranks_(ranks) {}

  void begin_stage(std::string_view name) override;
  void end_stage() override;
  void note(std::string_view message) override;

 private:
  std::vector<StageCost>& costs_;
  std::vector<std::string>* notes_;
  const Ranks* ranks_;
  std::string name_;
  std::uint64_t sent_before_ = 0;
  std::chrono::steady_clock::time_point start_;
};

/// The same as run_stage above; also appends the cost of the stage.
template <class Body>
auto run_stage(const RunContext& context, std::string_view name, std::vector<StageCost>& costs, const Body& body) {
  StageRecorder recorder(context.progress, costs, nullptr);
  return run_stage(RunContext{context.threads, &recorder}, name, body);
}

}  // namespace columnar
