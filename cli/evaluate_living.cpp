#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/living_experiment.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct LivingArguments {
  GraphArguments graph;
  LivingOptions options;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

void evaluate_living(const LivingArguments& arguments) {
  LivingExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.options = arguments.options;
  experiment.options.seeds = arguments.graph.seed_count();
  const int threads = arguments.threads.value();
  check_living(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  const std::vector<SeedTable> tables = run_living(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(living_json(experiment, tables)));
    return;
  }
  std::string text = graph_text(input.facts);
  for (const SeedTable& table : tables) {
    text += "\n" + seed_table_text(table);
  }
  const std::uint32_t seeds = experiment.options.seeds;
  print(text + fmt::format("\nMean{} over {} seed{}.\n", seeds > 1 ? " ± sd" : "", seeds, seeds == 1 ? "" : "s"));
}

}  // namespace

void add_living(CLI::App& evaluate) {
  CLI::App* command =
      evaluate.add_subcommand("living", "Nodes that a model never saw, and edges that arrive after training");
  const auto arguments = std::make_shared<LivingArguments>();
  arguments->graph.add_to(*command);
  command->add_option("--hidden", arguments->options.hidden, "Shares of the nodes to hide, separated by commas")
      ->type_name("SHARE")
      ->delimiter(',')
      ->default_str("0.1,0.2");
  command->add_option("--late", arguments->options.late, "Shares of the edges that arrive later, separated by commas")
      ->type_name("SHARE")
      ->delimiter(',')
      ->default_str("0.1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_living(*arguments); });
}

}  // namespace columnar::cli
