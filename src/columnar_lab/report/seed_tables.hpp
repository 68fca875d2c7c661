#pragma once

#include "columnar_lab/evaluate/seed_table.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

/// {"title", "measures": {key: meaning}, "rows": [{"group" (where rows have one), "name", "level", measure: {"mean",
/// "sd", "seeds"}, …}]}. A measure is null where it is undefined.
[[nodiscard]] Json seed_table_json(const SeedTable& table);

}  // namespace columnar
