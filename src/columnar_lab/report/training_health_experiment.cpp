#include "columnar_lab/report/training_health_experiment.hpp"

#include "columnar/version.hpp"
#include "columnar_lab/report/seed_tables.hpp"

namespace columnar {

void check_training_health(const TrainingHealthExperiment& experiment) {
  require_run(experiment.run, experiment.seeds);
}

TrainingHealth run_training_health(const TrainingHealthExperiment& experiment, const RunContext& context) {
  check_training_health(experiment);
  const GraphRun& run = experiment.run;
  return training_health(*run.graph, run.has_labels() ? run.labels : nullptr, run.config, {experiment.seeds}, context);
}

Json training_health_json(const TrainingHealthExperiment& experiment, const TrainingHealth& health) {
  const DegreeFacts& degrees = health.degrees;
  return {{"version", kVersion},
          {"first_seed", experiment.run.config.seed},
          {"seeds", experiment.seeds},
          {"settings",
           {{"graph", graph_json(experiment.run.facts)},
            {"preset", experiment.run.preset},
            {"config", config_json(experiment.run.config)}}},
          {"results",
           {{"degrees",
             {{"degree_one_share", degrees.degree_one_share}, {"median", degrees.median}, {"mean", degrees.mean}}},
            {health.readout.key, seed_table_json(health.readout)},
            {health.energy.key, seed_table_json(health.energy)}}}};
}

}  // namespace columnar
