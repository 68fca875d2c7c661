#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/resilience.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// `columnar evaluate resilience` for any caller: damage to the input, the synapses, the training and what was learnt.

namespace columnar {

struct ResilienceExperiment {
  GraphRun run;  ///< with labels
  std::uint32_t seeds = 3;
  std::vector<std::string> only;        ///< names of parts (part_name); empty: all
  const LabelledGraph* then = nullptr;  ///< the second graph of sequential training; null: the graph is cut in two
  std::string then_name;                ///< what reports and messages call it
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph: it is for callers that have yet to read one.
void check_resilience(const ResilienceExperiment& experiment);

/// The tables of how_resilient. Errors as it and check_resilience; Error(kInput) for a graph without labels.
[[nodiscard]] std::vector<SeedTable> run_resilience(const ResilienceExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json resilience_json(const ResilienceExperiment& experiment, const std::vector<SeedTable>& tables);

}  // namespace columnar
