#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/health_experiment.hpp"
#include "columnar_lab/report/training_health_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct HealthArguments {
  EmbeddingArguments codes;
  GraphArguments graph;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

std::string firing_text(const std::vector<MeasuredCodes>& seeds) {
  if (!seeds.front().firing) {
    return "";
  }
  static constexpr std::array<const char*, 9> kBars{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<double> shares;
  for (const std::vector<double>& bin : firing_bins(seeds)) {
    shares.push_back(mean_and_sd(bin).mean);
  }
  const double largest = *std::ranges::max_element(shares);
  std::string bars;
  for (const double share : shares) {  // a bin that is not empty shows
    bars += kBars[static_cast<std::size_t>(std::ceil(share / largest * (kBars.size() - 1.0)))];
  }
  return fmt::format("  firing rates  |{}| of L2/3 neurons, from 0 to {:.0f} × the mean of {:.2f} % and above\n", bars,
                     kFiringBins * kFiringBinWidth, 100.0 * seeds.front().firing->mean);
}

std::string group_text(const std::string& name, const std::vector<MeasuredCodes>& seeds) {
  const MeasuredCodes& first = seeds.front();
  if (seeds.size() == 1) {
    return code_summary(first.place, first.health.nodes, first.shape) + health_text(first.health, first.shape) +
           firing_text(seeds);
  }
  Table table;
  for (const HealthMeasure& measure : health_measures()) {
    const std::vector<double> values = values_of(seeds, measure);
    if (!std::isnan(mean_and_sd(values).mean)) {
      table.add({measure.heading, over_seeds_text(values, measure.digits)});
    }
  }
  return code_summary(name, first.health.nodes, first.shape) +
         fmt::format("          mean ± sd of {} files\n", seeds.size()) + table.text() + firing_text(seeds);
}

void run_on_files(const HealthArguments& arguments, const std::vector<EmbeddingGroup>& groups) {
  HealthExperiment experiment{groups, {}, std::nullopt};
  if (!arguments.graph.labels.empty()) {
    experiment.labels = labels_of_nodes(arguments.graph.labels);
    experiment.labels_name = arguments.graph.labels;
  }
  const std::vector<MethodHealth> methods = run_health(experiment, {});
  if (arguments.json) {
    print(json_text(health_json(experiment, methods)));
    return;
  }
  std::string text;
  for (const MethodHealth& method : methods) {
    text += (text.empty() ? "" : "\n") + group_text(method.name, method.seeds);
  }
  print(text);
}

void run_on_graph(const HealthArguments& arguments) {
  TrainingHealthExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.seeds = arguments.graph.seed_count();
  const int threads = arguments.threads.value();
  check_training_health(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  const TrainingHealth health = run_training_health(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(training_health_json(experiment, health)));
    return;
  }
  const DegreeFacts& degrees = health.degrees;
  print(graph_text(input.facts) +
        labelled("Degrees", {fmt::format("{} of the nodes have one neighbour; median {:.0f}, mean {:.2f}",
                                         percent(degrees.degree_one_share), degrees.median, degrees.mean)}) +
        "\n" + seed_table_text(health.readout) + "\n" + seed_table_text(health.energy) +
        fmt::format("\nMean{} over {} seed{}.\n", experiment.seeds > 1 ? " ± sd" : "", experiment.seeds,
                    experiment.seeds == 1 ? "" : "s"));
}

void run(const HealthArguments& arguments) {
  const std::vector<EmbeddingGroup> groups = arguments.codes.groups();
  if (groups.empty() == arguments.graph.graph.empty()) {
    throw Error(ErrorCode::kConfig, groups.empty() ? "health: name files of codes, or a graph with --graph"
                                                   : "--graph: measures a graph instead of files, not both at once");
  }
  if (groups.empty()) {
    run_on_graph(arguments);
  } else {
    run_on_files(arguments, groups);
  }
}

}  // namespace

void add_health(CLI::App& evaluate) {
  const auto arguments = std::make_shared<HealthArguments>();
  CLI::App* command = evaluate.add_subcommand(
      "health", "Uniqueness, use of neurons, firing rates; with --graph: size of the readout, energy of W, degrees");
  arguments->codes.add_to(*command)->required(false);
  add_labels_option(*command, arguments->graph.labels);
  command
      ->add_option("--graph", arguments->graph.graph,
                   "Instead of files: train on this graph and measure what codes alone cannot tell")
      ->type_name("GRAPH");
  arguments->graph.add_options_to(*command);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
