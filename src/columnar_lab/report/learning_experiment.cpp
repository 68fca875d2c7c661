#include "columnar_lab/report/learning_experiment.hpp"

#include "columnar/model/estimate.hpp"
#include "columnar/version.hpp"

namespace columnar {
namespace {

/// A measure of a variant, and how much better all the rules together are.
Json measure_json(const LearningRow& all, const LearningRow& row, const LearningMeasure& measure) {
  const MeanSd value = over_seeds(row, measure);
  const MeanSd difference = bought(all, row, measure);
  Json of_trials = Json::array();
  for (const LearningTrial& trial : row.trials) {
    of_trials.push_back(trial.*measure.value);
  }
  return {{"mean", value.mean},
          {"sd", number_json(value.sd)},
          {"bought", difference.mean},
          {"bought_sd", number_json(difference.sd)},
          {"seeds", of_trials}};
}

}  // namespace

void check_learning(const LearningExperiment& experiment) { require_run(experiment.run, experiment.seeds); }

std::vector<StageCost> learning_stages(const LearningExperiment& experiment, int threads) {
  const Config& config = experiment.run.config;
  const double seconds = estimate_fit(*experiment.run.graph, config, threads).seconds();
  std::vector<StageCost> stages;
  for (const LearningVariant& variant : learning_variants(config.plasticity)) {
    stages.push_back({std::string(variant.name), seconds, 0});
  }
  return stages;
}

std::vector<LearningRow> run_learning(const LearningExperiment& experiment, const RunContext& context) {
  check_learning(experiment);
  const GraphRun& run = experiment.run;
  require_labels(run.facts.name, run.labels);
  return what_learning_buys(*run.graph, *run.labels, run.config, {experiment.seeds}, context);
}

Json learning_json(const LearningExperiment& experiment, const std::vector<LearningRow>& rows) {
  Json variants = Json::array();
  for (const LearningRow& row : rows) {
    Json json{{"variant", row.variant}};
    for (const LearningMeasure& measure : learning_measures()) {
      json[std::string(measure.key)] = measure_json(rows.front(), row, measure);
    }
    variants.push_back(json);
  }
  return {{"version", kVersion},
          {"graph", graph_json(experiment.run.facts)},
          {"preset", experiment.run.preset},
          {"config", config_json(experiment.run.config)},
          {"first_seed", experiment.run.config.seed},
          {"seeds", experiment.seeds},
          {"variants", variants}};
}

}  // namespace columnar
