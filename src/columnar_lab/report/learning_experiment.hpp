#pragma once

#include <cstdint>
#include <vector>

#include "columnar/core/stage_meter.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/learning.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// `columnar evaluate learning` for any caller: what each rule buys.

namespace columnar {

struct LearningExperiment {
  GraphRun run;  ///< with labels; the switches of the rules do not matter
  std::uint32_t seeds = 3;
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph: it is for callers that have yet to read one.
void check_learning(const LearningExperiment& experiment);

/// What the variants will probably take, by name, for those who show the time left.
[[nodiscard]] std::vector<StageCost> learning_stages(const LearningExperiment& experiment, int threads);

/// A row a variant, that with all rules first. Errors as check_learning and what_learning_buys; Error(kInput) for a
/// graph without labels.
[[nodiscard]] std::vector<LearningRow> run_learning(const LearningExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json learning_json(const LearningExperiment& experiment, const std::vector<LearningRow>& rows);

}  // namespace columnar
