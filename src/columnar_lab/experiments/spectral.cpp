#include "columnar_lab/evaluate/spectral_methods.hpp"
#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {

Experiment spectral_experiment() {
  return {.name = "spectral",
          .summary = "SVD and k-means beside Sanger's rule and a self-organising map: subspace, accuracy, seconds",
          .inputs = {.graph = true,
                     .classes = Classes::kRequired,
                     .graph_help = "As for columnar embed; the value of --spectral does not matter here"},
          .options = {seeds_option()},
          .run = [](const ExperimentInput& input, const Options& options, const RunContext& context) -> Results {
            return {.tables = {compare_spectral_methods(*input.run.graph, *input.run.labels, input.run.config,
                                                        options.count("seeds"), context)}};
          }};
}

}  // namespace columnar
