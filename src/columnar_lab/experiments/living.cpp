#include "columnar_lab/evaluate/living.hpp"

#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {

Experiment living_experiment() {
  return {.name = "living",
          .summary = "Nodes that a model never saw, and edges that arrive after training",
          .inputs = {.graph = true, .classes = Classes::kRequired},
          .options = {shares_option("hidden", {0.1, 0.2}, "Shares of the nodes to hide, separated by commas"),
                      shares_option("late", {0.1}, "Shares of the edges that arrive later, separated by commas"),
                      seeds_option()},
          .run = [](const ExperimentInput& input, const Options& options, const RunContext& context) -> Results {
            const LivingOptions wanted{options.reals("hidden"), options.reals("late"), options.count("seeds")};
            return {.tables = evaluate_living(*input.run.graph, *input.run.labels, input.run.config, wanted, context)};
          }};
}

}  // namespace columnar
