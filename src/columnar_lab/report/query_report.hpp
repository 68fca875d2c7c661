#pragma once

#include <vector>

#include "columnar/codes.hpp"
#include "columnar/search.hpp"
#include "columnar_lab/report/json.hpp"

/// `columnar query` for any caller, as JSON.

namespace columnar {

/// [{"id": …, "overlap": …, "chance": …, "near": …}, …]; without near if the codes have no L6.
[[nodiscard]] Json hits_json(const std::vector<Hit>& hits, const NodeIds& ids, const SdrShape& shape);

}  // namespace columnar
