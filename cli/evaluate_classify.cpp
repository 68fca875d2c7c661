#include <fmt/format.h>

#include <chrono>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "classify_report.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/gnn_classify.hpp"
#include "columnar/graph/features.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "experiment_rows.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxRepeats = 1000;

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

/// What the arguments ask for, checked.
struct Protocol {
  ClassifyOptions folds;
  FractionOptions shares;
  bool by_fraction = false;
};

GnnKind parse_gnn(const std::string& name) {
  if (name == "gcn" || name == "sage") {
    return name == "gcn" ? GnnKind::kGcn : GnnKind::kSage;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--gnn: '{}' is none of gcn, sage", printable(name)));
}

Protocol protocol_of(const ClassifyArguments& arguments) {
  Protocol protocol;
  protocol.folds.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, 1000));
  protocol.folds.cost = parse_real("--cost", arguments.cost);
  protocol.folds.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  protocol.folds.threads = arguments.threads.value();
  if (protocol.folds.cost <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("--cost: {} is not positive", arguments.cost));
  }
  protocol.by_fraction = arguments.by_fraction || !arguments.fractions.empty();
  protocol.shares.repeats = static_cast<std::uint32_t>(parse_whole("--repeats", arguments.repeats, 1, kMaxRepeats));
  protocol.shares.cost = protocol.folds.cost;
  protocol.shares.seed = protocol.folds.seed;
  protocol.shares.threads = protocol.folds.threads;
  if (!arguments.fractions.empty()) {
    protocol.shares.fractions.clear();
  }
  for (const std::string& text : arguments.fractions) {
    const double fraction = parse_real("--fractions", text);
    if (!(fraction > 0.0 && fraction < 1.0)) {
      throw Error(ErrorCode::kConfig, fmt::format("--fractions: {} is not between 0 and 1", printable(text)));
    }
    protocol.shares.fractions.push_back(fraction);
  }
  if (arguments.labels.empty() && arguments.graph.empty()) {
    throw Error(ErrorCode::kConfig,
                "--labels: say which class a node has: a text of id label, or the .npz of the graph");
  }
  for (const std::string& network : arguments.networks) {
    static_cast<void>(parse_gnn(network));
  }
  if (!arguments.networks.empty() && arguments.graph.empty()) {
    throw Error(ErrorCode::kConfig, "--gnn: name the graph that the network passes messages along: --graph FILE");
  }
  return protocol;
}

/// An embedding and the classes of its rows.
struct Labelled {
  Embedding embedding;
  Labels labels;
};

/// By the ids of the embedding; or, where a graph is given, in its rows.
Labelled load(const EmbeddingSource& source, const ClassifyArguments& arguments, const ReadResult& graph) {
  Labelled loaded{source.load(), {}};
  if (!arguments.graph.empty()) {
    Graph rows = graph.graph;
    loaded.labels = graph.labels;
    loaded.embedding = match_rows(source.path, rows, loaded.labels, loaded.embedding);
  }
  if (!arguments.labels.empty()) {
    loaded.labels = arguments.graph.empty() ? labels_of_rows(arguments.labels, source.path, loaded.embedding)
                                            : read_labels(arguments.labels, ids_of(loaded.embedding));
  }
  if (loaded.labels.empty()) {
    throw Error(ErrorCode::kInput, arguments.graph + ": has no labels; name them with --labels");
  }
  return loaded;
}

std::string summary_of(const std::string& path, const Embedding& embedding) {
  if (const SdrTable* codes = codes_of(embedding)) {
    return code_summary(path, *codes);
  }
  return labelled("Vectors", {fmt::format("{}: {} nodes, {}", printable(path), with_commas(size_of(embedding)),
                                          kind_text(embedding))});
}

ClassifyResult measure(const EmbeddingGroup& group, const ClassifyArguments& arguments, const Protocol& protocol,
                       const ReadResult& graph, ProgressSink& progress) {
  progress.begin_stage(printable(group.name));
  ClassifyResult result;
  result.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    const Labelled loaded = load(source, arguments, graph);
    if (!result.files.empty() && size_of(loaded.embedding) != result.nodes) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: {} nodes, but {} before it in '{}' has {}", source.path, size_of(loaded.embedding),
                              result.files.front(), group.name, result.nodes));
    }
    if (result.files.empty()) {
      result.summary = summary_of(source.path, loaded.embedding);
      result.is_codes = codes_of(loaded.embedding) != nullptr;
    }
    result.files.push_back(source.path);
    result.kind = kind_text(loaded.embedding);
    result.nodes = size_of(loaded.embedding);
    const auto start = std::chrono::steady_clock::now();
    const SparseRows rows = rows_of(loaded.embedding);
    result.reports.push_back(classify(rows, loaded.labels, protocol.folds));
    if (protocol.by_fraction) {
      result.fractions.push_back(classify_by_fraction(rows, loaded.labels, protocol.shares));
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    result.seconds += elapsed.count();
    progress.advance(static_cast<double>(result.files.size()) / static_cast<double>(group.seeds.size()));
  }
  progress.end_stage();
  return result;
}

/// The supervised networks, under the same folds, on the nodes of the first embedding.
void measure_networks(const ClassifyArguments& arguments, const Protocol& protocol, const ReadResult& read,
                      ProgressSink& progress, std::vector<ClassifyResult>& results) {
  const EmbeddingSource source = arguments.embeddings.groups().front().seeds.front();
  Graph graph = read.graph;
  Labels labels = read.labels;
  static_cast<void>(match_rows(source.path, graph, labels, source.load()));
  if (!arguments.labels.empty()) {
    labels = read_labels(arguments.labels, graph.ids);
  }
  const std::optional<Features> known = read_features(arguments.graph, graph.ids);
  const Features features = known ? *known : default_features(graph);
  for (const std::string& name : arguments.networks) {
    progress.begin_stage(name);
    ClassifyResult result;
    result.name = name;
    result.kind = known ? fmt::format("{} features, classes", with_commas(features.width)) : "no features, classes";
    result.nodes = graph.node_count();
    const auto start = std::chrono::steady_clock::now();
    result.reports.push_back(gnn_classify(parse_gnn(name), graph, features, labels, {}, protocol.folds,
                                          {protocol.folds.threads, &progress}));
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    results.push_back(std::move(result));
    progress.end_stage();
  }
}

void run_classify(const ClassifyArguments& arguments) {
  const Protocol protocol = protocol_of(arguments);
  const ReadResult graph =
      arguments.graph.empty() ? ReadResult{} : read_graph(arguments.graph, {arguments.directed, false});
  std::vector<ClassifyResult> results;
  std::vector<std::string> warnings;
  {
    ProgressLine progress(!is_terminal(2));
    for (const EmbeddingGroup& group : arguments.embeddings.groups()) {
      results.push_back(measure(group, arguments, protocol, graph, progress));
    }
    if (!arguments.networks.empty()) {
      measure_networks(arguments, protocol, graph, progress, results);
    }
  }
  if (const auto note = small_classes_note(results.front().reports.front(), protocol.folds.folds)) {
    warnings.push_back(fmt::format("{}: {}", arguments.labels.empty() ? arguments.graph : arguments.labels, *note));
  }
  for (const std::string& warning : warnings) {
    fmt::print(stderr, "columnar: {}\n", printable(warning));
  }
  if (!arguments.json) {
    const bool single = results.size() == 1 && results.front().files.size() == 1;
    print(single ? results.front().summary + "\n" +
                       classification_text(results.front().reports.front(), protocol.folds.folds,
                                           results.front().is_codes ? "codes" : "vectors")
                 : comparison_text(results));
    print(fractions_text(results));
    return;
  }
  Json json = {{"version", kVersion},
               {"folds", protocol.folds.folds},
               {"cost", protocol.folds.cost},
               {"seed", protocol.folds.seed},
               {"repeats", protocol.by_fraction ? Json(protocol.shares.repeats) : Json(nullptr)},
               {"results", Json::array()}};
  for (const ClassifyResult& result : results) {
    json["results"].push_back(classify_json(result));
  }
  print(json_text(json));
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
  command->add_option("--cost", arguments->cost, "C of the logistic regression")->type_name("X")->default_str("1");
  command->add_option("--seed", arguments->seed, "Of the shuffle into folds and shares")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_classify(*arguments); });
}

}  // namespace columnar::cli
