#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/resilience.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct ResilienceArguments {
  GraphArguments graph;
  std::string then;
  std::string then_labels;
  std::vector<std::string> only;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

ResiliencePart part_of(const std::string& name) {
  if (const auto part = part_by_name(name)) {
    return *part;
  }
  throw Error(
      ErrorCode::kConfig,
      fmt::format("--only: no part is called '{}'; l4-bits, weights, pairs and sequential are", printable(name)));
}

void run_resilience(const ResilienceArguments& arguments) {
  const Config config = arguments.flags.config();
  const int threads = arguments.threads.value();
  ResilienceOptions options;
  options.seeds = arguments.graph.seed_count();
  for (const std::string& name : arguments.only) {
    options.parts.push_back(part_of(name));
  }
  const LabelledInput input = arguments.graph.read_labelled();
  LabelledGraph then;
  if (!arguments.then.empty()) {
    GraphArguments second = arguments.graph;
    second.graph = arguments.then;
    second.labels = arguments.then_labels;
    const LabelledInput read = second.read_labelled();
    then = {read.graph, read.labels};
    options.then = &then;
  }
  ProgressLine progress(arguments.quiet);
  const std::vector<SeedTable> tables = how_resilient(input.graph, input.labels, config, options, {threads, &progress});
  if (arguments.json) {
    Json results = Json::object();
    for (const SeedTable& table : tables) {
      results[table.key] = seed_table_json(table);
    }
    print(json_text({{"version", kVersion},
                     {"first_seed", config.seed},
                     {"seeds", options.seeds},
                     {"settings",
                      {{"graph", graph_json(input.facts)},
                       {"then", arguments.then.empty() ? Json(nullptr) : Json(arguments.then)},
                       {"preset", arguments.flags.preset()},
                       {"config", Json::parse(config_to_json(config))}}},
                     {"results", results}}));
    return;
  }
  std::string text = graph_text(input.facts);
  for (const SeedTable& table : tables) {
    text += "\n" + seed_table_text(table);
  }
  print(text + fmt::format("\nMean{} over {} seed{}.\n", options.seeds > 1 ? " ± sd" : "", options.seeds,
                           options.seeds == 1 ? "" : "s"));
}

}  // namespace

void add_resilience(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "resilience", "Damage to the input, the synapses, the training and what was learnt before");
  const auto arguments = std::make_shared<ResilienceArguments>();
  arguments->graph.add_to(*command);
  command
      ->add_option("--only", arguments->only,
                   "These parts alone: l4-bits, weights, pairs, sequential, separated by commas")
      ->type_name("PART")
      ->delimiter(',');
  command
      ->add_option("--then", arguments->then,
                   "The second graph of sequential training; without it the graph is cut in two")
      ->type_name("GRAPH");
  command->add_option("--then-labels", arguments->then_labels, "Its classes, where its file has none")
      ->type_name("FILE");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run_resilience(*arguments); });
}

}  // namespace columnar::cli
