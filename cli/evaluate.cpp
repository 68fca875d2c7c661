#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/classify.hpp"
#include "columnar/evaluate/geometry.hpp"
#include "columnar/evaluate/health.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "commands.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct EvaluateArguments {
  std::vector<std::string> codes;
  std::string labels;
  std::string graph;
  std::string folds = "5";
  std::string cost = "1";
  std::string seed = "1";
  bool directed = false;
  bool json = false;
  ThreadsOption threads;
};

std::string code_summary(const std::string& path, const SdrTable& table) {
  return labelled("Codes",
                  {fmt::format("{}: {} nodes, {} of {} bits ({})", printable(path), with_commas(table.size()),
                               table.shape.active(), with_commas(table.shape.width()), layer_name(table.shape.layer))});
}

Json code_json(const std::string& path, const SdrTable& table) {
  return {{"codes", path},
          {"nodes", table.size()},
          {"layer", layer_flag(table.shape.layer)},
          {"active_bits", table.shape.active()},
          {"width", table.shape.width()}};
}

void run_classify(const EvaluateArguments& arguments) {
  ClassifyOptions options;
  options.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, 1000));
  options.cost = parse_real("--cost", arguments.cost);
  options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  options.threads = arguments.threads.value();
  if (options.cost <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("--cost: {} is not positive", arguments.cost));
  }
  Json results = Json::array();
  Table comparison;
  comparison.add({"codes", "bits", "nodes", "accuracy", "macro-F1"});
  comparison.add_rule();
  std::string text;
  for (const std::string& path : arguments.codes) {
    const SdrTable table = read_codes(path);
    const ClassificationReport report = classify(table, read_labels(arguments.labels, table.ids), options);
    Json json = code_json(path, table);
    json.update(classification_json(report));
    results.push_back(json);
    comparison.add({shortened(path, 40),
                    fmt::format("{} of {}", table.shape.active(), with_commas(table.shape.width())),
                    with_commas(report.labelled_nodes), plus_minus(report.accuracy), plus_minus(report.macro_f1)});
    text = code_summary(path, table) + "\n" + classification_text(report, options.folds);
  }
  if (arguments.json) {
    print(json_text({{"version", kVersion},
                     {"folds", options.folds},
                     {"cost", options.cost},
                     {"seed", options.seed},
                     {"results", results}}));
  } else {
    print(arguments.codes.size() == 1 ? text : comparison.text(""));
  }
}

void run_health(const EvaluateArguments& arguments) {
  Json results = Json::array();
  for (const std::string& path : arguments.codes) {
    const SdrTable table = read_codes(path);
    const Labels labels = arguments.labels.empty() ? Labels{} : read_labels(arguments.labels, table.ids);
    const CodeHealth health = code_health(table, labels.empty() ? nullptr : &labels);
    Json json = code_json(path, table);
    json.update(health_json(health));
    results.push_back(json);
    if (!arguments.json) {
      print(code_summary(path, table) + health_text(health, table.shape));
    }
  }
  if (arguments.json) {
    print(json_text({{"version", kVersion}, {"results", results}}));
  }
}

/// The codes in the rows of the graph; nothing where a node of the graph has no code.
std::optional<SdrTable> in_rows_of(const Graph& graph, const SdrTable& table) {
  const IdIndex index(table.ids);
  SdrTable ordered{table.shape, graph.ids, {}};
  ordered.bits.reserve(std::size_t{graph.node_count()} * table.shape.active());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const auto row = index.find(graph.ids.name(v));
    if (!row) {
      return std::nullopt;
    }
    const auto code = table.code(*row);
    ordered.bits.insert(ordered.bits.end(), code.begin(), code.end());
  }
  return ordered;
}

std::vector<double> measure_hops(const EvaluateArguments& arguments, const SdrTable& table, std::uint64_t seed) {
  if (arguments.graph.empty()) {
    return {};
  }
  ReadResult read = read_graph(arguments.graph, {arguments.directed, false});
  std::optional<SdrTable> ordered = in_rows_of(read.graph, table);
  if (!ordered) {  // the codes may be those of the largest component
    read.graph = largest_component(read.graph, read.labels, read.report);
    ordered = in_rows_of(read.graph, table);
  }
  if (!ordered) {
    throw Error(ErrorCode::kInput, arguments.graph + ": some of its nodes have no code");
  }
  return overlap_by_hop(read.graph, *ordered, 6, seed);
}

void run_geometry(const EvaluateArguments& arguments) {
  const std::uint64_t seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  Json results = Json::array();
  for (const std::string& path : arguments.codes) {
    const SdrTable table = read_codes(path);
    const Labels labels = read_labels(arguments.labels, table.ids);
    const SeparationReport separation = class_separation(table, labels, seed);
    const std::vector<double> by_hop = measure_hops(arguments, table, seed);
    Json json = code_json(path, table);
    json.update(geometry_json(separation, by_hop));
    results.push_back(json);
    if (!arguments.json) {
      print(code_summary(path, table) + geometry_text(separation, by_hop));
    }
  }
  if (arguments.json) {
    print(json_text({{"version", kVersion}, {"seed", seed}, {"results", results}}));
  }
}

/// The arguments that every measure shares.
CLI::App* add_measure(CLI::App& evaluate, const std::string& name, const std::string& help,
                      const std::shared_ptr<EvaluateArguments>& arguments, bool labels_required) {
  CLI::App* command = evaluate.add_subcommand(name, help);
  command->add_option("CODES", arguments->codes, "Files that columnar embed wrote: .sdr, .npz, .tsv or .svm")
      ->type_name("")
      ->required();
  CLI::Option* labels =
      command->add_option("--labels", arguments->labels, "Classes: a text of id label, or the .npz of the graph");
  labels->type_name("FILE")->required(labels_required);
  command->add_flag("--json", arguments->json, "One JSON object");
  return command;
}

}  // namespace

void add_evaluate(CLI::App& app) {
  CLI::App* evaluate = app.add_subcommand(
      "evaluate", "Measure codes: classify, health, geometry; and the rules: learning; and link prediction: links");
  evaluate->require_subcommand(1, 1);

  const auto classification = std::make_shared<EvaluateArguments>();
  CLI::App* classify =
      add_measure(*evaluate, "classify", "Predict the classes of nodes from their codes", classification, true);
  classify->add_option("--folds", classification->folds, "Parts of the cross-validation, stratified by class")
      ->type_name("N")
      ->default_str("5");
  classify->add_option("--cost", classification->cost, "C of the logistic regression")
      ->type_name("X")
      ->default_str("1");
  classify->add_option("--seed", classification->seed, "Of the shuffle into folds")->type_name("N")->default_str("1");
  classification->threads.add_to(*classify);
  classify->callback([classification] { run_classify(*classification); });

  const auto healthy = std::make_shared<EvaluateArguments>();
  add_measure(*evaluate, "health", "Uniqueness, use of neurons, same-cell rate", healthy, false)->callback([healthy] {
    run_health(*healthy);
  });

  const auto shape = std::make_shared<EvaluateArguments>();
  CLI::App* geometry = add_measure(*evaluate, "geometry", "How overlap tells classes and distances", shape, true);
  geometry->add_option("--graph", shape->graph, "Overlap by hops in this graph, too")->type_name("FILE");
  geometry->add_flag("--directed", shape->directed, "Its edges lead from u to v only");
  geometry->add_option("--seed", shape->seed, "Of the sample of pairs")->type_name("N")->default_str("1");
  geometry->callback([shape] { run_geometry(*shape); });

  add_learning(*evaluate);
  add_links(*evaluate);
}

}  // namespace columnar::cli
