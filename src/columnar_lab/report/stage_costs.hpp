#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/core/stage_meter.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/stage.hpp"

namespace columnar {

/// {"stages": [{"name", "seconds", "peak_bytes"}], "total_seconds", "peak_bytes"}.
[[nodiscard]] Json stages_json(const std::vector<StageCost>& stages);

/// Runs one step as a stage of its own: shown, timed, its memory measured.
template <class Step>
auto run_stage(const char* name, const RunContext& context, std::vector<StageCost>& costs, const Step& step) {
  return as_stage(context, name, [&] {
    reset_peak_memory();
    const auto start = std::chrono::steady_clock::now();
    auto result = step();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    costs.push_back({name, elapsed.count(), peak_memory()});
    return result;
  });
}

/// Hands progress on and keeps what each stage cost, and the notes.
class StageRecorder : public ProgressSink {
 public:
  /// `next` may be null.
  StageRecorder(ProgressSink* next, std::vector<StageCost>& costs, std::vector<std::string>& notes)
      : next_(next), costs_(costs), notes_(notes) {}
  void begin_stage(std::string_view name) override;
  void advance(double fraction) override;
  void end_stage() override;
  void note(std::string_view message) override;

 private:
  ProgressSink* next_;
  std::vector<StageCost>& costs_;
  std::vector<std::string>& notes_;
  std::string name_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace columnar
