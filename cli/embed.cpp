#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/model/embedder.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "progress_line.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct EmbedArguments {
  std::string graph;
  std::string output;
  std::string layer = "all";
  std::string model;
  std::string labels;
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  bool estimate = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

Layer parse_layer(const std::string& name) {
  if (const auto layer = layer_by_flag(name)) {
    return *layer;
  }
  throw Error(ErrorCode::kConfig, fmt::format("--layer: unknown layer '{}': use l23, l5a or all", printable(name)));
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  const auto full = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  return std::filesystem::equivalent(a, b, error) || full(a) == full(b);
}

/// All that can be known to go wrong before any work is done.
void check_outputs(const EmbedArguments& arguments) {
  if (arguments.output.empty()) {
    throw Error(ErrorCode::kConfig, "--output: say where the codes go: -o codes.sdr (or .npz, .tsv, .svm)");
  }
  check_codes_extension(arguments.output);
  std::vector<std::string> outputs{arguments.output};
  if (!arguments.model.empty()) {
    outputs.push_back(arguments.model);
    if (same_file(arguments.output, arguments.model)) {
      throw Error(ErrorCode::kConfig, arguments.model + ": --model and --output name the same file");
    }
  }
  for (const std::string& output : outputs) {
    for (const std::string& input : {arguments.graph, arguments.labels}) {
      if (!input.empty() && input != "-" && same_file(output, input)) {
        throw Error(ErrorCode::kConfig, output + ": the output would replace an input");
      }
    }
    require_writable(output);
  }
}

/// Runs one step of the command as a stage of its own: shown, timed, its memory measured.
template <class Step>
auto run_stage(const char* name, ProgressSink& progress, std::vector<StageCost>& costs, const Step& step) {
  progress.begin_stage(name);
  reset_peak_memory();
  const auto start = std::chrono::steady_clock::now();
  auto result = step();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  costs.push_back({name, elapsed.count(), peak_memory()});
  progress.end_stage();
  return result;
}

/// Where codes come from, for the files that can say it. Nothing that changes from run to run.
std::string metadata_of(const EmbedSummary& summary) {
  return Json{{"program", "columnar"},
              {"version", kVersion},
              {"graph_digest", summary.graph.digest},
              {"seed", summary.config.seed},
              {"preset", summary.preset},
              {"config", Json::parse(config_to_json(summary.config))}}
      .dump();
}

struct Input {
  ReadResult read;
  Labels labels;
};

/// The graph, with the labels of the file that was named, else those of the graph's own file. Whatever can be wrong
/// with the input is found here, before the work begins.
Input read_input(const EmbedArguments& arguments, std::vector<std::string>& hints) {
  Input input;
  input.read = read_graph(arguments.graph, arguments.read);
  const NodeIds& ids = input.read.graph.ids;
  if (!arguments.estimate) {
    require_ids_fit(arguments.output, ids);
  }
  if (arguments.labels.empty()) {
    input.labels = std::move(input.read.labels);
    return input;
  }
  LabelsReadReport report;
  input.labels = read_labels(arguments.labels, ids, &report);
  if (report.ids_not_in_graph > 0 && !arguments.read.largest_component) {
    hints.push_back(fmt::format("{} of {} labels are for nodes that the graph does not have",
                                with_commas(report.ids_not_in_graph), with_commas(report.lines)));
  }
  return input;
}

std::vector<WrittenFile> write_outputs(const EmbedArguments& arguments, const SdrTable& table,
                                       const std::string& metadata, const Labels& labels, const Model& model) {
  std::vector<WrittenFile> written;
  const auto note = [&written](const std::string& path, const char* what) {
    std::error_code error;
    written.push_back({path, what, std::filesystem::file_size(path, error)});
  };
  if (!arguments.model.empty()) {
    save_model(arguments.model, model);
    note(arguments.model, "model");
  }
  write_codes(arguments.output, table, metadata, labels.empty() ? nullptr : &labels);
  note(arguments.output, "codes");
  return written;
}

void run_embed(const EmbedArguments& arguments) {
  const Config config = arguments.flags.config();
  const Layer layer = parse_layer(arguments.layer);
  const int threads = arguments.threads.value();
  if (arguments.labels == "-" && arguments.graph == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the graph");
  }
  if (!arguments.estimate) {
    check_outputs(arguments);
  }

  ProgressLine progress(arguments.quiet || arguments.estimate);
  std::vector<StageCost> costs;
  EmbedSummary summary;
  const Input input = run_stage("reading", progress, costs, [&] { return read_input(arguments, summary.hints); });
  const Graph& graph = input.read.graph;
  const Labels& labels = input.labels;
  const Estimate estimate = estimate_fit(graph, config, threads);
  summary.graph = facts_of(arguments.graph, graph, input.read.report);
  if (arguments.estimate) {
    print(arguments.json ? json_text(estimate_json(summary.graph, estimate, threads))
                         : estimate_text(summary.graph, estimate, threads));
    return;
  }
  summary.preset = arguments.flags.preset();
  summary.config = config;
  summary.threads = threads;
  if (!labels.empty()) {
    const auto unknown = std::count(labels.classes.begin(), labels.classes.end(), Labels::kUnknown);
    summary.labelled_nodes = labels.classes.size() - static_cast<std::size_t>(unknown);
  }

  progress.expect(estimate.stages);
  Embedder embedder(config);
  const SdrTable all = embedder.fit(graph, {threads, &progress});
  summary.fit = embedder.report();
  costs.insert(costs.end(), summary.fit.stages.begin(), summary.fit.stages.end());
  const SdrTable table = layer == Layer::kAll ? all : select_layer(all, layer);
  summary.shape = table.shape;
  summary.health =
      run_stage("health", progress, costs, [&] { return code_health(table, labels.empty() ? nullptr : &labels); });
  summary.written = run_stage("writing", progress, costs, [&] {
    return write_outputs(arguments, table, metadata_of(summary), labels, embedder.model());
  });
  summary.fit.stages = std::move(costs);
  if (arguments.json) {
    print(json_text(summary_json(summary)));
  } else if (!arguments.quiet) {
    print(is_terminal(1) && is_terminal(2) ? "\n" : "");  // apart from the progress above it
    print(summary_text(summary));
  }
}

}  // namespace

void add_embed(CLI::App& app) {
  CLI::App* command = app.add_subcommand("embed", "Turn a graph into one sparse binary code a node");
  const auto arguments = std::make_shared<EmbedArguments>();
  command
      ->add_option("GRAPH", arguments->graph,
                   "Edge list (u v [weight]; plain or gzip), .mtx or .npz; - for an edge list on standard input")
      ->type_name("")
      ->required();
  command->add_option("-o,--output", arguments->output, "Where the codes go: .sdr, .npz, .tsv or .svm")
      ->type_name("OUT");
  command->add_option("--layer", arguments->layer, "l23 (8 of 1500 bits), l5a (20 of 300) or all (28 of 1800)")
      ->type_name("NAME")
      ->default_str("all");
  command->add_option("--model", arguments->model, "Save the trained model, too")->type_name("FILE");
  command->add_option("--labels", arguments->labels, "Classes (id label) for the summary and .svm; not for learning")
      ->type_name("FILE");
  command->add_flag("--directed", arguments->read.directed, "Edges lead from u to v only");
  command->add_flag("--largest-component", arguments->read.largest_component, "Leave out all other components");
  command->add_flag("--estimate", arguments->estimate, "Predict time and memory; run and write nothing");
  command->add_flag("--json", arguments->json, "Summary as one JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run_embed(*arguments); });
}

}  // namespace columnar::cli
