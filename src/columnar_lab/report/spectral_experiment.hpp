#pragma once

#include <cstdint>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// `columnar evaluate spectral` for any caller: SVD and k-means beside Sanger's rule and a self-organising map.

namespace columnar {

struct SpectralExperiment {
  GraphRun run;  ///< with labels; the method of its config does not matter
  std::uint32_t seeds = 3;
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph: it is for callers that have yet to read one.
void check_spectral(const SpectralExperiment& experiment);

/// The table of compare_spectral_methods. Errors as it and check_spectral; Error(kInput) for a graph without labels.
[[nodiscard]] SeedTable run_spectral(const SpectralExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json spectral_json(const SpectralExperiment& experiment, const SeedTable& table);

}  // namespace columnar
