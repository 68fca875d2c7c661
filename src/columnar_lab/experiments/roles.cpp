#include "columnar_lab/evaluate/roles.hpp"

#include "columnar_lab/evaluate/embedding_methods.hpp"
#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {
namespace {

Results run_roles(const ExperimentInput& input, const Options& options, const RunContext& context) {
  OtherGraph other;
  if (!input.further.empty()) {
    require_labels(input.further.front().name, &input.further.front().labels);
    other = {&input.further.front().graph, &input.further.front().labels};
  }
  return {.tables = evaluate_roles(*input.run.graph, *input.run.labels, other, input.run.config,
                                   options.words("methods"), options.count("seeds"), context)};
}

}  // namespace

Experiment roles_experiment() {
  return {.name = "roles",
          .summary = "Tell classes by the part that a node plays, in its graph and in another",
          .inputs = {.graph = true,
                     .classes = Classes::kRequired,
                     .second_graph = "Another graph: its classes by a classifier that is trained on the first alone"},
          .options = {words_option("methods", {"node2vec"}, names_of(embedding_methods(Config{})),
                                   "Methods beside the codes, separated by commas, or none"),
                      seeds_option()},
          .run = run_roles};
}

}  // namespace columnar
