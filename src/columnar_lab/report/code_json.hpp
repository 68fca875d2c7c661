#pragma once

#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

[[nodiscard]] Json health_json(const CodeHealth& health);

}  // namespace columnar
