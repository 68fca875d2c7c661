#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "classify_report.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/features.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/limits.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct ClassifyArguments {
  EmbeddingArguments embeddings;
  std::string labels;
  std::string graph;
  std::string folds = "5";
  std::string cost = "1";
  std::string seed = "1";
  std::string repeats = "5";
  std::vector<std::string> fractions;
  std::vector<std::string> networks;
  bool by_fraction = false;
  bool directed = false;
  bool json = false;
  ThreadsOption threads;
};

GnnKind parse_network(const std::string& name) {
  if (const auto network = network_by_name(name)) {
    return *network;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--gnn: '{}' is none of gcn, sage", printable(name)));
}

/// None where C is to be chosen.
std::optional<double> parse_cost(const std::string& text) {
  if (text == "auto") {
    return std::nullopt;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("--cost: must be a number above 0 or auto, not '{}'", printable(text)));
  }
  return value;
}

std::optional<FractionOptions> fractions_of(const ClassifyArguments& arguments) {
  FractionOptions options;
  options.repeats = static_cast<std::uint32_t>(parse_whole("--repeats", arguments.repeats, 1, kMaxRepeats));
  if (arguments.fractions.empty()) {
    return arguments.by_fraction ? std::optional(options) : std::nullopt;
  }
  options.fractions.clear();
  for (const std::string& text : arguments.fractions) {
    options.fractions.push_back(parse_real("--fractions", text));
  }
  return options;
}

/// What the arguments ask for, checked; `graph` is yet to be read.
ClassifyExperiment experiment_of(const ClassifyArguments& arguments, const ReadResult& graph) {
  ClassifyExperiment experiment;
  experiment.groups = arguments.embeddings.groups();
  experiment.options.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, kMaxFolds));
  experiment.options.cost = parse_cost(arguments.cost);
  experiment.options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  experiment.fractions = fractions_of(arguments);
  if (arguments.labels.empty() && arguments.graph.empty()) {
    throw Error(ErrorCode::kConfig,
                "--labels: say which class a node has: a text of id label, or the .npz of the graph");
  }
  for (const std::string& network : arguments.networks) {
    experiment.networks.push_back(parse_network(network));
  }
  if (!arguments.graph.empty()) {
    experiment.nodes.graph = &graph.graph;
    experiment.nodes.graph_labels = &graph.labels;
    experiment.features = [path = arguments.graph](const NodeIds& ids) { return read_features(path, ids); };
  }
  if (!arguments.labels.empty()) {
    experiment.nodes.labels =
        arguments.graph.empty() ? labels_of_rows(arguments.labels) : labels_of_nodes(arguments.labels);
  }
  check_classify(experiment);
  return experiment;
}

std::string summary_of(const ClassifyResult& result) {
  const std::string& file = result.files.front();
  if (result.code_shape) {
    return code_summary(file, result.nodes, *result.code_shape);
  }
  return labelled("Vectors",
                  {fmt::format("{}: {} nodes, {}", printable(file), with_commas(result.nodes), result.kind)});
}

void run(const ClassifyArguments& arguments) {
  ReadResult graph;
  const ClassifyExperiment experiment = experiment_of(arguments, graph);
  const int threads = arguments.threads.value();
  if (!arguments.graph.empty()) {
    graph = read_graph(arguments.graph, {arguments.directed, false});
    if (graph.labels.empty() && arguments.labels.empty()) {
      throw Error(ErrorCode::kInput, arguments.graph + ": has no labels; name them with --labels");
    }
  }
  std::vector<ClassifyResult> results;
  {
    ProgressLine progress(!is_terminal(2));
    results = run_classify(experiment, {threads, &progress});
  }
  const ClassificationReport& first = results.front().reports.front();
  const std::string& labels = arguments.labels.empty() ? arguments.graph : arguments.labels;
  const auto tell = [&labels](const std::optional<std::string>& note) {
    if (note) {
      warn(fmt::format("{}: {}", labels, *note));
    }
  };
  for (const ClassifyResult& result : results) {
    tell(result.files.empty() ? std::nullopt : partial_labels_note(result));  // a network has the nodes of the first
  }
  tell(small_classes_note(first, experiment.options.folds));
  if (arguments.json) {
    print(json_text(classify_json(experiment, results)));
    return;
  }
  const bool chosen = !experiment.options.cost;
  const bool single = results.size() == 1 && results.front().files.size() == 1;
  print(single ? summary_of(results.front()) + "\n" +
                     classification_text(first, experiment.options.folds,
                                         results.front().code_shape ? "codes" : "vectors", chosen)
               : comparison_text(results, chosen));
  print(fractions_text(results, chosen));
}

}  // namespace

void add_classify(CLI::App& evaluate) {
  const auto arguments = std::make_shared<ClassifyArguments>();
  CLI::App* command = evaluate.add_subcommand("classify", "Predict the classes of nodes from their codes or vectors");
  arguments->embeddings.add_to(*command);
  add_labels_option(*command, arguments->labels);
  command->add_option("--graph", arguments->graph, "Take its rows, its order where a file has no ids, and its labels")
      ->type_name("FILE");
  command->add_flag("--directed", arguments->directed, "Its edges lead from u to v only");
  command->add_option("--folds", arguments->folds, "Parts of the cross-validation, stratified by class")
      ->type_name("N")
      ->default_str("5");
  command->add_flag("--by-fraction", arguments->by_fraction, "Train on 10 to 90 % of the nodes, too");
  command
      ->add_option("--fractions", arguments->fractions,
                   "Train on these shares of the nodes, too: 0.1,0.5,0.9 (embeddings alone, not --gnn)")
      ->type_name("X")
      ->delimiter(',');
  command->add_option("--repeats", arguments->repeats, "Random splits for each share")
      ->type_name("N")
      ->default_str("5");
  command
      ->add_option("--gnn", arguments->networks,
                   "Supervised networks beside them, trained on classes and on the features of --graph: gcn, sage")
      ->type_name("LIST")
      ->delimiter(',');
  command
      ->add_option("--cost", arguments->cost,
                   "C of the logistic regression, or auto: chosen for each fold on the nodes that it trains on")
      ->type_name("X|auto")
      ->default_str("1");
  command->add_option("--seed", arguments->seed, "Of the shuffle into folds and shares")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
