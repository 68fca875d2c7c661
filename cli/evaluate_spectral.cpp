#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/spectral_experiment.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct SpectralArguments {
  GraphArguments graph;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

void evaluate_spectral(const SpectralArguments& arguments) {
  SpectralExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.seeds = arguments.graph.seed_count();
  const int threads = arguments.threads.value();
  check_spectral(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  const SeedTable table = run_spectral(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(spectral_json(experiment, table)));
    return;
  }
  print(graph_text(input.facts) + "\n" + seed_table_text(table) +
        fmt::format("\nMean{} over {} seed{}.\n", experiment.seeds > 1 ? " ± sd" : "", experiment.seeds,
                    experiment.seeds == 1 ? "" : "s"));
}

}  // namespace

void add_spectral(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "spectral", "SVD and k-means beside Sanger's rule and a self-organising map: subspace, accuracy, seconds");
  const auto arguments = std::make_shared<SpectralArguments>();
  arguments->graph.add_to(*command, "As for columnar embed; the value of --spectral does not matter here");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_spectral(*arguments); });
}

}  // namespace columnar::cli
