#include "columnar_lab/report/living_experiment.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/seed_tables.hpp"

namespace columnar {

void check_living(const LivingExperiment& experiment) {
  require_run(experiment.run, experiment.options.seeds);
  for (const auto& [flag, shares] :
       {std::pair("--hidden", experiment.options.hidden), std::pair("--late", experiment.options.late)}) {
    for (const double share : shares) {
      if (!(share > 0.0 && share < 1.0)) {
        throw Error(ErrorCode::kConfig, fmt::format("{}: {} is not between 0 and 1", flag, share));
      }
    }
  }
}

std::vector<SeedTable> run_living(const LivingExperiment& experiment, const RunContext& context) {
  check_living(experiment);
  const GraphRun& run = experiment.run;
  require_labels(run.facts.name, run.labels);
  return how_living(*run.graph, *run.labels, run.config, experiment.options, context);
}

Json living_json(const LivingExperiment& experiment, const std::vector<SeedTable>& tables) {
  Json results = Json::object();
  for (const SeedTable& table : tables) {
    results[table.key] = seed_table_json(table);
  }
  return {{"version", kVersion},
          {"first_seed", experiment.run.config.seed},
          {"seeds", experiment.options.seeds},
          {"settings",
           {{"graph", graph_json(experiment.run.facts)},
            {"hidden", experiment.options.hidden},
            {"late", experiment.options.late},
            {"preset", experiment.run.preset},
            {"config", config_json(experiment.run.config)}}},
          {"results", results}};
}

}  // namespace columnar
