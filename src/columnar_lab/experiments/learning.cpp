#include "columnar_lab/evaluate/learning.hpp"

#include "columnar/model/estimate.hpp"
#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {
namespace {

std::vector<StageCost> stages(const ExperimentInput& input, const Options& /*options*/, int threads) {
  const double seconds = estimate_fit(*input.run.graph, input.run.config, threads).seconds();
  std::vector<StageCost> costs;
  for (const LearningVariant& variant : learning_variants(input.run.config.plasticity)) {
    costs.push_back({std::string(variant.name), seconds, 0});
  }
  return costs;
}

}  // namespace

Experiment learning_experiment() {
  return {.name = "learning",
          .summary = "Embed a graph with all rules, without each and without any: what each of them buys",
          .inputs = {.graph = true,
                     .classes = Classes::kRequired,
                     .graph_help = "As for columnar embed; the switches of the rules do not matter here"},
          .options = {seeds_option()},
          .run = [](const ExperimentInput& input, const Options& options, const RunContext& context) -> Results {
            return {.tables = ablate_rules(*input.run.graph, *input.run.labels, input.run.config,
                                           options.count("seeds"), context)};
          },
          .stages = stages};
}

}  // namespace columnar
