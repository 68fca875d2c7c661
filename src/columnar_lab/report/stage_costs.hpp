#pragma once

#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

/// {"stages": [{"name", "seconds", "peak_bytes"}], "total_seconds", "peak_bytes"}; of several ranks, peaks are those of
/// the largest, and stages have "sent_bytes".
[[nodiscard]] Json stages_json(const std::vector<StageCost>& stages);

}  // namespace columnar
