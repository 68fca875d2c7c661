#include "columnar_lab/report/resilience_experiment.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/seed_tables.hpp"

namespace columnar {
namespace {

ResiliencePart part_of(const std::string& name) {
  if (const auto part = part_by_name(name)) {
    return *part;
  }
  throw Error(
      ErrorCode::kConfig,
      fmt::format("--only: no part is called {}; l4-bits, weights, pairs and sequential are", columnar::quoted(name)));
}

}  // namespace

void check_resilience(const ResilienceExperiment& experiment) {
  require_run(experiment.run, experiment.seeds);
  for (const std::string& name : experiment.only) {
    static_cast<void>(part_of(name));
  }
}

std::vector<SeedTable> run_resilience(const ResilienceExperiment& experiment, const RunContext& context) {
  check_resilience(experiment);
  const GraphRun& run = experiment.run;
  require_labels(run.facts.name, run.labels);
  ResilienceOptions options;
  options.seeds = experiment.seeds;
  for (const std::string& name : experiment.only) {
    options.parts.push_back(part_of(name));
  }
  if (experiment.then != nullptr) {
    require_labels(experiment.then_name, &experiment.then->labels);
    options.then = experiment.then;
  }
  return how_resilient(*run.graph, *run.labels, run.config, options, context);
}

Json resilience_json(const ResilienceExperiment& experiment, const std::vector<SeedTable>& tables) {
  Json results = Json::object();
  for (const SeedTable& table : tables) {
    results[table.key] = seed_table_json(table);
  }
  return {{"version", kVersion},
          {"first_seed", experiment.run.config.seed},
          {"seeds", experiment.seeds},
          {"settings",
           {{"graph", graph_json(experiment.run.facts)},
            {"then", experiment.then == nullptr ? Json(nullptr) : Json(experiment.then_name)},
            {"preset", experiment.run.preset},
            {"config", config_json(experiment.run.config)}}},
          {"results", results}};
}

}  // namespace columnar
