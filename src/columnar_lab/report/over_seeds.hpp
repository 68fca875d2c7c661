#pragma once

#include <span>
#include <vector>

#include "columnar_lab/report/json.hpp"

namespace columnar {

/// Those seeds for which a figure is defined, not NaN.
[[nodiscard]] std::vector<double> defined(std::span<const double> values);

/// {"mean", "sd", "seeds"} of one figure per seed. Seeds for which it is undefined (NaN) take no part and are null; all
/// of it is null where it is undefined for every seed. The sd of one is null.
[[nodiscard]] Json over_seeds_json(std::span<const double> values);

}  // namespace columnar
