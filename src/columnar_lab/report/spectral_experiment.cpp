#include "columnar_lab/report/spectral_experiment.hpp"

#include "columnar/version.hpp"
#include "columnar_lab/evaluate/spectral_methods.hpp"
#include "columnar_lab/report/seed_tables.hpp"

namespace columnar {

void check_spectral(const SpectralExperiment& experiment) { require_run(experiment.run, experiment.seeds); }

SeedTable run_spectral(const SpectralExperiment& experiment, const RunContext& context) {
  check_spectral(experiment);
  const GraphRun& run = experiment.run;
  require_labels(run.facts.name, run.labels);
  return compare_spectral_methods(*run.graph, *run.labels, run.config, experiment.seeds, context);
}

Json spectral_json(const SpectralExperiment& experiment, const SeedTable& table) {
  return {{"version", kVersion},
          {"first_seed", experiment.run.config.seed},
          {"seeds", experiment.seeds},
          {"settings",
           {{"graph", graph_json(experiment.run.facts)},
            {"preset", experiment.run.preset},
            {"config", config_json(experiment.run.config)}}},
          {"results", {{table.key, seed_table_json(table)}}}};
}

}  // namespace columnar
