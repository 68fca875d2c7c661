#include <fmt/format.h>

#include <memory>
#include <utility>

#include "arguments.hpp"
#include "columnar_lab/report/resilience_experiment.hpp"
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

void evaluate_resilience(const ResilienceArguments& arguments) {
  ResilienceExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.seeds = arguments.graph.seed_count();
  experiment.only = arguments.only;
  const int threads = arguments.threads.value();
  check_resilience(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  LabelledGraph then;
  if (!arguments.then.empty()) {
    GraphArguments second = arguments.graph;
    second.graph = arguments.then;
    second.labels = arguments.then_labels;
    LabelledInput read = second.read_input();
    then = {std::move(read.graph), std::move(read.labels)};
    experiment.then = &then;
    experiment.then_name = arguments.then;
  }
  ProgressLine progress(arguments.quiet);
  const std::vector<SeedTable> tables = run_resilience(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(resilience_json(experiment, tables)));
    return;
  }
  std::string text = graph_text(input.facts);
  for (const SeedTable& table : tables) {
    text += "\n" + seed_table_text(table);
  }
  print(text + fmt::format("\nMean{} over {} seed{}.\n", experiment.seeds > 1 ? " ± sd" : "", experiment.seeds,
                           experiment.seeds == 1 ? "" : "s"));
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
  command->callback([arguments] { evaluate_resilience(*arguments); });
}

}  // namespace columnar::cli
