#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "columnar_lab/experiments/experiment.hpp"
#include "report/report_support.hpp"

namespace columnar::testing_support {

using Given = std::map<std::string, OptionValue>;

/// An experiment on the small town.
struct TownExperiment {
  SmallTown town;
  const Experiment& experiment;
  ExperimentInput input;

  explicit TownExperiment(const std::string& name) : experiment(experiment_named(name)) { input.run = town.run(); }

  [[nodiscard]] Results run(Given given, const RunContext& context = {}) const {
    return run_experiment(experiment, input, {experiment.options, std::move(given)}, context);
  }
  [[nodiscard]] Json json(const Given& given) const {
    const Options options(experiment.options, given);
    return results_json(experiment, input, options, run_experiment(experiment, input, options, {}));
  }
  [[nodiscard]] Graph residual(Given given) const {
    return experiment.residual(input, {experiment.options, std::move(given)});
  }
  /// What is wrong with these options, before there is a graph.
  [[nodiscard]] std::string complaint(const Given& given) const {
    return complaint_of(ErrorCode::kConfig, [&] { (void)Options(experiment.options, given); });
  }
};

/// An experiment on tables of codes or vectors.
struct TableExperiment {
  const Experiment& experiment;
  ExperimentInput input;

  TableExperiment(const std::string& name, std::vector<EmbeddingGroup> groups) : experiment(experiment_named(name)) {
    input.groups = std::move(groups);
  }
  [[nodiscard]] Json json(const Given& given, const RunContext& context = {}) const {
    const Options options(experiment.options, given);
    return results_json(experiment, input, options, run_experiment(experiment, input, options, context));
  }
};

[[nodiscard]] inline std::vector<std::string> names_of(const SeedTable& table) {
  std::vector<std::string> names;
  for (const SeedRow& row : table.rows) {
    names.push_back(row.name);
  }
  return names;
}

}  // namespace columnar::testing_support
