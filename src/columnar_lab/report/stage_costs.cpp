#include "columnar_lab/report/stage_costs.hpp"

#include <algorithm>

namespace columnar {

Json stages_json(const std::vector<StageCost>& stages) {
  Json list = Json::array();
  double seconds = 0.0;
  std::uint64_t peak = 0;
  for (const StageCost& stage : stages) {
    list.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"peak_bytes", stage.peak_bytes}});
    seconds += stage.seconds;
    peak = std::max(peak, stage.peak_bytes);
  }
  return {{"stages", list}, {"total_seconds", seconds}, {"peak_bytes", peak}};
}

void StageRecorder::begin_stage(std::string_view name) {
  if (next_ != nullptr) {
    next_->begin_stage(name);
  }
  name_ = name;
  reset_peak_memory();
  start_ = std::chrono::steady_clock::now();
}

void StageRecorder::advance(double fraction) {
  if (next_ != nullptr) {
    next_->advance(fraction);
  }
}

void StageRecorder::end_stage() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  costs_.push_back({name_, elapsed.count(), peak_memory()});
  if (next_ != nullptr) {
    next_->end_stage();
  }
}

void StageRecorder::note(std::string_view message) {
  notes_.emplace_back(message);
  if (next_ != nullptr) {
    next_->note(message);
  }
}

}  // namespace columnar
