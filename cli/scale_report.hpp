#pragma once

#include <string>

#include "columnar_lab/report/scale_experiment.hpp"

namespace columnar::cli {

enum class TableStyle { kTerminal, kMarkdown };

/// All tables of `columnar evaluate scale`: seconds and peak memory by stage, the exponents, and what larger graphs
/// would need.
[[nodiscard]] std::string scale_text(const ScaleExperiment& experiment, const ScaleResults& results, TableStyle style);

}  // namespace columnar::cli
