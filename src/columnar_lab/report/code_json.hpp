#pragma once

#include <cstddef>
#include <string>

#include "columnar/codes.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

/// What a table of codes holds; `name` is its file or its method.
[[nodiscard]] Json code_json(const std::string& name, std::size_t nodes, const SdrShape& shape);

[[nodiscard]] Json health_json(const CodeHealth& health);

}  // namespace columnar
