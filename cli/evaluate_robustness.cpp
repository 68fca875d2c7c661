#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/robustness_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kTableNameWidth = 28;

struct RobustnessArguments {
  EmbeddingArguments embeddings;
  std::string labels;
  std::string graph;
  std::string reference;
  std::string deltas = "0,.05,.1,.15,.2,.25,.3,.35,.4,.45,.5";
  std::string folds = "5";
  std::string repeats = "3";
  std::string pairs = "200000";
  std::string seed = "1";
  std::string train = "clean";
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
};

RobustnessOptions options_of(const RobustnessArguments& arguments) {
  RobustnessOptions options;
  options.deltas = parse_reals("--deltas", arguments.deltas);
  options.repeats = static_cast<std::uint32_t>(parse_whole("--repeats", arguments.repeats, 1, kMaxRepeats));
  options.pairs = parse_whole("--pairs", arguments.pairs, 1, kMaxPairs);
  options.classify.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, kMaxFolds));
  options.classify.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (arguments.train != "clean" && arguments.train != "damaged") {
    throw Error(ErrorCode::kConfig,
                fmt::format("--train: must be clean or damaged, not '{}'", printable(arguments.train)));
  }
  options.train_damaged = arguments.train == "damaged";
  return options;
}

/// What the arguments ask for, checked; `graph` is yet to be read.
RobustnessExperiment experiment_of(const RobustnessArguments& arguments, const Graph& graph) {
  RobustnessExperiment experiment;
  experiment.options = options_of(arguments);
  experiment.groups = arguments.embeddings.groups();
  experiment.reference = arguments.reference;
  experiment.nodes.labels =
      arguments.graph.empty() ? labels_of_rows(arguments.labels) : labels_of_nodes(arguments.labels);
  if (!arguments.graph.empty()) {
    experiment.nodes.graph = &graph;
  }
  check_robustness(experiment);
  return experiment;
}

std::string curves_text(const std::vector<MethodRobustness>& methods, const std::vector<double>& deltas,
                        std::vector<SeedValues> MethodRobustness::*measure, const char* heading) {
  Table table;
  std::vector<std::string> head{heading};
  for (const MethodRobustness& method : methods) {
    head.push_back(shortened(method.name, kTableNameWidth));
  }
  table.add(head);
  table.add_rule();
  for (std::size_t d = 0; d < deltas.size(); ++d) {
    std::vector<std::string> row{fmt::format("{:.2f}", deltas[d])};
    for (const MethodRobustness& method : methods) {
      row.push_back(over_seeds_text((method.*measure)[d].values(), 3));
    }
    table.add(row);
  }
  return table.text("");
}

std::string leads_text(const std::vector<MethodRobustness>& methods, const MethodRobustness& reference,
                       const std::vector<double>& deltas) {
  Table table;
  table.add({fmt::format("against {}", shortened(reference.name, kTableNameWidth)), "overtakes at",
             fmt::format("lead at {:.1f}, points", kLeadAt)});
  table.add_rule();
  for (const MethodRobustness& method : methods) {
    if (&method == &reference) {
      continue;
    }
    const Lead lead = lead_over(method, reference, deltas);
    table.add({shortened(method.name, kTableNameWidth),
               lead.overtakes ? fmt::format("{:.3f}", *lead.overtakes) : "never",
               lead.points ? fmt::format("{:+.1f}", *lead.points) : "–"});
  }
  return table.text("");
}

std::string robustness_text(const RobustnessExperiment& experiment, const RobustnessResults& results) {
  const RobustnessOptions& options = experiment.options;
  std::string text = curves_text(results.methods, options.deltas, &MethodRobustness::accuracy, "accuracy at delta") +
                     "\n" +
                     curves_text(results.methods, options.deltas, &MethodRobustness::auc, "same-class AUC at delta");
  if (results.reference) {
    text += "\n" + leads_text(results.methods, results.methods[*results.reference], options.deltas);
  }
  return text + fmt::format(
                    "\nDelta: 1 − expected similarity of a row with its damaged self. Logistic regression on {} "
                    "rows,\nmean of {} folds and {} draws of the damage.\n",
                    options.train_damaged ? "damaged" : "clean", options.classify.folds, options.repeats);
}

void run(const RobustnessArguments& arguments) {
  Graph graph;
  const RobustnessExperiment experiment = experiment_of(arguments, graph);
  const int threads = arguments.threads.value();
  if (!arguments.graph.empty()) {
    graph = read_graph(arguments.graph, {}).graph;
  }
  ProgressLine progress(arguments.quiet);
  const RobustnessResults results = run_robustness(experiment, {threads, &progress});
  print(arguments.json ? json_text(robustness_json(experiment, results)) : robustness_text(experiment, results));
}

}  // namespace

void add_robustness(CLI::App& evaluate) {
  const auto arguments = std::make_shared<RobustnessArguments>();
  CLI::App* command = evaluate.add_subcommand("robustness", "What is left of codes and vectors that are damaged");
  arguments->embeddings.add_to(*command);
  add_labels_option(*command, arguments->labels)->required();
  command->add_option("--graph", arguments->graph, "Take its nodes, and its order where a file has no ids")
      ->type_name("FILE");
  command->add_option("--deltas", arguments->deltas, "Strengths of the damage: shares of the similarity that it takes")
      ->type_name("X,X")
      ->default_str(arguments->deltas);
  command->add_option("--reference", arguments->reference, "The NAME to compare with; else the first of vectors")
      ->type_name("NAME");
  command->add_option("--train", arguments->train, "clean: on whole rows; damaged: on rows as damaged as the tested")
      ->type_name("WHICH")
      ->default_str("clean");
  command->add_option("--folds", arguments->folds, "Parts of the cross-validation, stratified by class")
      ->type_name("N")
      ->default_str("5");
  command->add_option("--repeats", arguments->repeats, "Draws of the damage at each strength")
      ->type_name("N")
      ->default_str("3");
  command->add_option("--pairs", arguments->pairs, "Pairs of nodes for the AUC")->type_name("N")->default_str("200000");
  command->add_option("--seed", arguments->seed, "Of the folds, the damage and the pairs")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
