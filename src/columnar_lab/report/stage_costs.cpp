#include "columnar_lab/report/stage_costs.hpp"

#include <algorithm>

namespace columnar {

Json stages_json(const std::vector<StageCost>& stages) {
  Json list = Json::array();
  double seconds = 0.0;
  std::uint64_t peak = 0;
  for (const StageCost& stage : stages) {
    list.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"peak_bytes", stage.peak_bytes}});
    if (stage.sent_bytes > 0) {
      list.back()["sent_bytes"] = stage.sent_bytes;
    }
    seconds += stage.seconds;
    peak = std::max(peak, stage.peak_bytes);
  }
  return {{"stages", list}, {"total_seconds", seconds}, {"peak_bytes", peak}};
}

}  // namespace columnar
