#include "columnar_lab/evaluate/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {
namespace {

constexpr long long kFewNodes = 30;

Results run_attributes(const ExperimentInput& input, const Options& options, const RunContext& context) {
  const std::optional<Attributes> attributes =
      input.features ? input.features(input.run.graph->ids) : std::optional<Attributes>();
  if (!attributes) {
    throw Error(ErrorCode::kConfig, "--attributes: name those of the nodes; the graph's own file has none");
  }
  Results results{.tables = evaluate_attributes(*input.run.graph, *attributes, *input.run.labels, input.run.config,
                                                {options.reals("hidden"), options.words("gnn"), options.count("seeds")},
                                                context)};
  for (const double share : options.reals("hidden")) {
    const auto hidden = std::llround(share * static_cast<double>(input.run.graph->node_count()));
    if (hidden < kFewNodes) {
      results.warnings.push_back(
          fmt::format("{:g} % of the nodes {}: too few to compare accuracies, which move by {:.1f} % with one node",
                      100.0 * share, hidden == 1 ? "is 1 node" : fmt::format("are {} nodes", hidden),
                      100.0 / static_cast<double>(std::max(hidden, 1LL))));
    }
  }
  results.facts["attributes"] = {{"columns", attributes->width}, {"entries", attributes->indices.size()}};
  results.notes.emplace_back("Raw attributes and networks do not depend on the seed and are measured once.");
  return results;
}

}  // namespace

Experiment attributes_experiment() {
  return {
      .name = "attributes",
      .summary = "What attributes of nodes add to codes, and codes of nodes without any edge",
      .inputs = {.graph = true, .classes = Classes::kRequired, .features = true},
      .options = {shares_option("hidden", {0.1}, "Shares of the nodes that come without an edge, separated by commas"),
                  words_option("gnn", {}, {"gcn", "sage"},
                               "Supervised networks beside them, trained on classes and attributes; slow"),
                  seeds_option()},
      .run = run_attributes};
}

}  // namespace columnar
