#include "columnar_lab/evaluate/resilience.hpp"

#include <utility>

#include "columnar/error.hpp"
#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {
namespace {

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  for (const ResiliencePart part : resilience_parts()) {
    names.emplace_back(part_name(part));
  }
  return names;
}

Results run_resilience(const ExperimentInput& input, const Options& options, const RunContext& context) {
  ResilienceOptions wanted;
  wanted.seeds = options.count("seeds");
  for (const std::string& name : options.words("only")) {
    wanted.parts.push_back(*part_by_name(name));
  }
  if (wanted.parts.empty()) {
    throw Error(ErrorCode::kConfig, "--only: at least one part is needed");
  }
  LabelledGraph then;
  if (!input.further.empty()) {
    const FurtherGraph& second = input.further.front();
    require_labels(second.name, &second.labels);
    then = {second.graph, second.labels};
    wanted.then = &then;
  }
  return {.tables = evaluate_resilience(*input.run.graph, *input.run.labels, input.run.config, wanted, context)};
}

}  // namespace

Experiment resilience_experiment() {
  return {.name = "resilience",
          .summary = "Damage to the input, the synapses, the training and what was learnt before",
          .inputs = {.graph = true,
                     .classes = Classes::kRequired,
                     .second_graph = "The second graph; without it the graph is cut in two"},
          .options = {words_option("only", part_names(), part_names(), "These parts alone"), seeds_option()},
          .run = run_resilience};
}

}  // namespace columnar
