#pragma once

#include <string>

#include "columnar_lab/report/geometry_experiment.hpp"

namespace columnar::cli {

/// Tables of the classes, the correlations and the hops, each where something was measured.
[[nodiscard]] std::string geometry_text(const GeometryResults& results);

}  // namespace columnar::cli
