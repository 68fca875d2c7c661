#include "columnar_lab/evaluate/training_health.hpp"

#include <fmt/format.h>

#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {

Experiment training_health_experiment() {
  return {
      .name = "training-health",
      .summary = "Train on a graph and measure what codes alone cannot tell: size of the readout, energy of W, degrees",
      .inputs = {.graph = true, .classes = Classes::kOptional},
      .options = {seeds_option()},
      .run = [](const ExperimentInput& input, const Options& options, const RunContext& context) -> Results {
        const GraphRun& run = input.run;
        const TrainingHealth health = training_health(*run.graph, run.has_labels() ? run.labels : nullptr, run.config,
                                                      {options.count("seeds")}, context);
        const DegreeFacts& degrees = health.degrees;
        return {.tables = {health.readout, health.energy},
                .facts = {{"degrees",
                           {{"degree_one_share", degrees.degree_one_share},
                            {"median", degrees.median},
                            {"mean", degrees.mean}}}},
                .notes = {fmt::format("Degrees: {} of the nodes have one neighbour; median {:.0f}, mean {:.2f}.",
                                      percent(degrees.degree_one_share), degrees.median, degrees.mean)}};
      }};
}

}  // namespace columnar
