#pragma once

#include <cstdint>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/living.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// `columnar evaluate living` for any caller: nodes never seen and edges that arrive later.

namespace columnar {

struct LivingExperiment {
  GraphRun run;  ///< with labels
  LivingOptions options;
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph: it is for callers that have yet to read one.
void check_living(const LivingExperiment& experiment);

/// The tables of how_living. Errors as it and check_living; Error(kInput) for a graph without labels.
[[nodiscard]] std::vector<SeedTable> run_living(const LivingExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json living_json(const LivingExperiment& experiment, const std::vector<SeedTable>& tables);

}  // namespace columnar
