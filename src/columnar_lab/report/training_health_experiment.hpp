#pragma once

#include <cstdint>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/training_health.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// `columnar evaluate health --graph` for any caller: what a file of codes cannot tell of their health.

namespace columnar {

struct TrainingHealthExperiment {
  GraphRun run;  ///< labels may be missing: there is no accuracy then
  std::uint32_t seeds = 3;
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph: it is for callers that have yet to read one.
void check_training_health(const TrainingHealthExperiment& experiment);

/// Errors as check_training_health and training_health.
[[nodiscard]] TrainingHealth run_training_health(const TrainingHealthExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json training_health_json(const TrainingHealthExperiment& experiment, const TrainingHealth& health);

}  // namespace columnar
