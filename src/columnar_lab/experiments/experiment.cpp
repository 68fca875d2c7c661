#include "columnar_lab/experiments/experiment.hpp"

#include <algorithm>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/seed_tables.hpp"

namespace columnar {

Experiment attributes_experiment();
Experiment classify_experiment();
Experiment geometry_experiment();
Experiment health_experiment();
Experiment learning_experiment();
Experiment links_experiment();
Experiment living_experiment();
Experiment memory_experiment();
Experiment neighbours_experiment();
Experiment recall_experiment();
Experiment resilience_experiment();
Experiment robustness_experiment();
Experiment roles_experiment();
Experiment scale_experiment();
Experiment spectral_experiment();
Experiment training_health_experiment();

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      attributes_experiment(), classify_experiment(), geometry_experiment(),   health_experiment(),
      learning_experiment(),   links_experiment(),    living_experiment(),     memory_experiment(),
      neighbours_experiment(), recall_experiment(),   resilience_experiment(), robustness_experiment(),
      roles_experiment(),      scale_experiment(),    spectral_experiment(),   training_health_experiment()};
  return all;
}

const Experiment& experiment_named(const std::string& name) {
  return *std::ranges::find(experiments(), name, &Experiment::name);
}

Results run_experiment(const Experiment& experiment, const ExperimentInput& input, const Options& options,
                       const RunContext& context) {
  if (experiment.inputs.train()) {
    validate(input.run.config);
  }
  if (experiment.inputs.graph && experiment.inputs.classes == Classes::kRequired) {
    require_labels(input.run.facts.name, input.run.labels);
  }
  if (experiment.inputs.embeddings) {
    require_groups(input.groups);
    if (experiment.inputs.classes == Classes::kRequired && !input.nodes.have_classes()) {
      throw Error(ErrorCode::kConfig,
                  "--labels: say which class a node has: a text of id label, or the .npz of the graph");
    }
  }
  return experiment.run(input, options, context);
}

Json results_json(const Experiment& experiment, const ExperimentInput& input, const Options& options,
                  const Results& results) {
  Json settings = Json::object();
  if (experiment.inputs.graph) {
    settings["graph"] = graph_json(input.run.facts);
  }
  if (experiment.inputs.train()) {
    settings["preset"] = input.run.preset;
    settings["config"] = config_json(input.run.config);
  }
  if (experiment.inputs.embeddings && experiment.inputs.classes != Classes::kUnused) {
    settings["labels"] = input.nodes.labels_name.empty() ? Json(nullptr) : Json(input.nodes.labels_name);
  }
  if (!experiment.inputs.second_graph.empty()) {
    settings["then"] = input.further.empty() ? Json(nullptr) : Json(input.further.front().name);
  }
  settings.update(options.json());
  Json tables = Json::object();
  for (const SeedTable& table : results.tables) {
    tables[table.key] = seed_table_json(table);
  }
  return {{"version", kVersion},    {"experiment", experiment.name}, {"settings", std::move(settings)},
          {"facts", results.facts}, {"warnings", results.warnings},  {"results", std::move(tables)}};
}

}  // namespace columnar
