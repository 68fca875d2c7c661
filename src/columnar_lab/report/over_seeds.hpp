#pragma once

#include <span>

#include "columnar_lab/report/json.hpp"

namespace columnar {

/// {"mean", "sd", "seeds"} of one figure a seed, the sd null of one seed; null where there is none or it is undefined
/// (NaN) for one of them.
[[nodiscard]] Json over_seeds_json(std::span<const double> values);

}  // namespace columnar
