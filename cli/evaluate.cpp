#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "commands.hpp"
#include "edge_list_output.hpp"
#include "embedding_arguments.hpp"
#include "graph_arguments.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kMethodWidth = 40;

/// What the command line gives an experiment.
struct ExperimentArguments {
  EmbeddingArguments tables;
  GraphArguments graph;  ///< that it trains on, or whose nodes the rows of the tables are
  std::vector<std::string> graphs;
  GraphArguments then;  ///< the second graph
  std::string attributes;
  std::string residual;
  std::vector<std::string> embeddings;
  std::string reference;
  std::map<std::string, std::string> given;  ///< options, by name
  bool quiet = false;
  bool json = false;
  bool markdown = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

void add_option(CLI::App& command, ExperimentArguments& arguments, const Option& option) {
  if (std::holds_alternative<bool>(option.initial)) {
    command.add_flag_callback(
        option.flag(), [&arguments, name = option.name] { arguments.given[name] = "true"; }, option.help);
    return;
  }
  command
      .add_option_function<std::string>(
          option.flag(), [&arguments, name = option.name](const std::string& text) { arguments.given[name] = text; },
          option.help)
      ->type_name(option.type)
      ->default_str(option_text(option.initial));
}

Options options_of(const Experiment& experiment, const ExperimentArguments& arguments) {
  std::map<std::string, OptionValue> values;
  for (const Option& option : experiment.options) {
    if (const auto found = arguments.given.find(option.name); found != arguments.given.end()) {
      values[option.name] = option.parse(found->second);
    }
  }
  return {experiment.options, std::move(values)};
}

/// "Measured  codes: 34 nodes, 28 of 1,800 bits, 2 files", a line for each method that an experiment on tables
/// measured.
std::string measured_text(const Json& facts) {
  std::vector<std::string> lines;
  for (const auto& [name, kind] : facts.at("kinds").items()) {
    const std::size_t files = facts.at("files").at(name).size();
    lines.push_back(fmt::format("{}: {}, {}{}", shortened(name, kMethodWidth),
                                counted(facts.at("nodes").at(name).get<std::uint64_t>(), "node"),
                                kind.get<std::string>(), files > 1 ? ", " + counted(files, "file") : ""));
  }
  return labelled("Measured", lines) + "\n";
}

/// Whether an option asks for more figures than people can read. Throws Error(kConfig) where that is without --json.
bool is_long_json(const Experiment& experiment, const ExperimentArguments& arguments) {
  const auto asked = std::ranges::find_if(experiment.options, [&arguments](const Option& option) {
    return option.json_only && arguments.given.contains(option.name);
  });
  if (asked == experiment.options.end()) {
    return false;
  }
  if (!arguments.json) {
    throw Error(ErrorCode::kConfig, asked->flag() + ": needs --json, there is too much to read");
  }
  return true;
}

/// What --reference names: the first file of the group of that name, else a file.
EmbeddingSource reference_source(const std::string& text, const std::vector<EmbeddingGroup>& groups) {
  const EmbeddingGroup* group = find_group(groups, text);
  return group == nullptr ? file_source(text) : group->seeds.front();
}

std::string results_text(const Experiment& experiment, const ExperimentInput& input, const Results& results,
                         TableStyle style) {
  std::string text = experiment.inputs.graph        ? graph_text(input.run.facts) + "\n"
                     : experiment.inputs.embeddings ? measured_text(results.facts)
                                                    : "";
  std::vector<SeedRow> rows;
  for (std::size_t t = 0; t < results.tables.size(); ++t) {
    text += (t > 0 ? "\n" : "") + seed_table_text(results.tables[t], style);
    // Tables of the same measures share a legend, below the last of them.
    std::ranges::copy(results.tables[t].rows, std::back_inserter(rows));
    if (t + 1 == results.tables.size() || results.tables[t + 1].measures != results.tables[t].measures) {
      SeedTable alike = results.tables[t];
      alike.rows = std::exchange(rows, {});
      text += "\n" + legend_text(alike, style);
    }
  }
  text += "\n" + repeats_text(results.tables);
  for (const std::string& note : results.notes) {
    text += note + "\n";
  }
  return text;
}

/// Whose rows tables are, as --graph and --labels say. The graph is read into `read`, which must outlive the answer.
MeasuredNodes measured_nodes(const Experiment& experiment, const GraphArguments& arguments, ReadResult& read) {
  MeasuredNodes nodes;
  if (!arguments.labels.empty()) {
    const bool several = experiment.inputs.several_classes;
    nodes.labels = arguments.graph.empty() ? labels_of_rows(arguments.labels, several)
                                           : labels_of_nodes(arguments.labels, several);
  }
  if (!arguments.graph.empty()) {
    read = read_graph(arguments.graph, arguments.read);
    if (experiment.inputs.classes == Classes::kRequired && read.labels.empty() && !nodes.labels) {
      throw Error(ErrorCode::kInput, arguments.graph + ": has no labels; name them with --labels");
    }
    nodes.graph = &read.graph;
    nodes.graph_labels = &read.labels;
  }
  nodes.labels_name = nodes.labels ? arguments.labels : nodes.have_classes() ? arguments.graph : "";
  return nodes;
}

/// The attributes of the nodes of a graph: of the file that is named, else of the graph's own.
RowFeatures features_of(const ExperimentArguments& arguments) {
  const std::string& graph = arguments.graph.graph;
  if (arguments.attributes.empty() || arguments.attributes == "graph") {
    return graph.empty() ? RowFeatures() : [graph](const NodeIds& ids) { return read_npz_attributes(graph, ids); };
  }
  // A graph reduced to its largest component has lost nodes that the table still names.
  const UnknownRows policy = arguments.graph.read.largest_component ? UnknownRows::kIgnore : UnknownRows::kRefuse;
  return [path = arguments.attributes, policy](const NodeIds& ids) {
    return std::optional(read_attributes(path, ids, policy));
  };
}

void run(const Experiment& experiment, const ExperimentArguments& arguments) {
  ExperimentInput input;
  if (experiment.inputs.train()) {
    input.run.config = arguments.flags.config();
    input.run.preset = arguments.flags.preset();
  }
  const Options options = options_of(experiment, arguments);
  const bool one_line = is_long_json(experiment, arguments);
  const int threads = arguments.threads.value();
  for (const std::string& text : arguments.embeddings) {
    input.embeddings.push_back(parse_named_source("--embedding", text));
  }
  if (!arguments.residual.empty()) {
    require_edge_list(arguments.residual);
    std::vector<std::string> inputs{arguments.graph.graph, arguments.graph.labels};
    for (const NamedSource& embedding : input.embeddings) {
      inputs.push_back(embedding.source.place);
    }
    require_outputs({{"--residual", arguments.residual}}, inputs);
  }
  if (arguments.then.graph.empty() && !arguments.then.labels.empty()) {
    throw Error(ErrorCode::kConfig, "--then-labels: name the graph whose classes they are: --then GRAPH");
  }
  input.groups = arguments.tables.groups();
  if (!arguments.reference.empty()) {
    input.reference = {arguments.reference, reference_source(arguments.reference, input.groups)};
  }
  const LabelledInput read = experiment.inputs.graph ? arguments.graph.read_input() : LabelledInput();
  read.give_to(input.run);
  for (const std::string& path : arguments.graphs) {
    input.graphs.push_back(graph_file(path, arguments.graph.read));
  }
  ReadResult rows;
  if (experiment.inputs.embeddings) {
    input.nodes = measured_nodes(experiment, arguments.graph, rows);
  }
  if (experiment.inputs.features) {
    input.features = features_of(arguments);
  }
  if (!arguments.then.graph.empty()) {
    LabelledInput second = arguments.then.read_input();
    input.further.push_back({arguments.then.graph, std::move(second.graph), std::move(second.labels)});
  }
  ProgressLine progress(arguments.quiet);
  if (experiment.stages) {
    progress.expect(experiment.stages(input, options, threads));
  }
  const Results results = run_experiment(experiment, input, options, {threads, &progress});
  if (results.tables.empty() && arguments.residual.empty()) {
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: nothing to measure; name a method or an --embedding", experiment.name));
  }
  for (const std::string& text : results.warnings) {
    warn("Warning: " + text);
  }
  std::vector<WrittenFile> written;
  if (!arguments.residual.empty()) {
    AtomicFile file(arguments.residual);
    write_edges(file, experiment.residual(input, options));
    file.commit();
    note_written(written, arguments.residual, "edges");
  }
  print_written(arguments.json ? json_text(results_json(experiment, input, options, results), one_line)
                               : results_text(experiment, input, results,
                                              arguments.markdown ? TableStyle::kMarkdown : TableStyle::kTerminal),
                written);
}

void add_experiment(CLI::App& evaluate, const Experiment& experiment) {
  CLI::App* command = evaluate.add_subcommand(experiment.name, experiment.summary);
  const auto arguments = std::make_shared<ExperimentArguments>();
  const bool with_labels = experiment.inputs.classes != Classes::kUnused;
  if (experiment.inputs.embeddings) {
    arguments->tables.add_to(*command);
    if (with_labels) {
      arguments->graph.add_rows_to(*command, experiment.inputs.graph_help);
    }
    if (experiment.inputs.reference) {
      command->add_option("--reference", arguments->reference, "Compare with these rows, too: a NAME or a file")
          ->type_name("NAME|FILE");
    }
  }
  if (experiment.inputs.graph) {
    arguments->graph.add_to(*command, experiment.inputs.graph_help, with_labels);
    if (experiment.inputs.features) {
      command
          ->add_option("--attributes", arguments->attributes,
                       "What the nodes are: a table (.csv, .tsv, .npz, .npy), or \"graph\" for the matrix in the "
                       "graph's own file")
          ->type_name("FILE")
          ->default_str("graph");
    }
  }
  if (experiment.inputs.graphs) {
    command->add_option("GRAPH", arguments->graphs, experiment.inputs.graph_help)->type_name("");
    add_read_options(*command, arguments->graph.read);
  }
  for (const Option& option : experiment.options) {
    add_option(*command, *arguments, option);
  }
  if (!experiment.inputs.second_graph.empty()) {
    command->add_option("--then", arguments->then.graph, experiment.inputs.second_graph)->type_name("GRAPH");
    command->add_option("--then-labels", arguments->then.labels, "Its classes, where its file has none")
        ->type_name("FILE");
  }
  if (experiment.inputs.residual) {
    command
        ->add_option("--residual", arguments->residual,
                     "Write the edges that the first split leaves, to embed elsewhere")
        ->type_name("FILE");
    command->add_option("--embedding", arguments->embeddings, "Measure this embedding of them on the first split, too")
        ->type_name("NAME=FILE[:LAYER]");
  }
  CLI::Option* json = command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("--markdown", arguments->markdown, "The tables in Markdown, for a page")->excludes(json);
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  if (experiment.inputs.train()) {
    arguments->flags.add_to(*command);
  }
  command->callback([arguments, &experiment] {
    arguments->then.read = arguments->graph.read;
    run(experiment, *arguments);
  });
}

}  // namespace

void add_evaluate(CLI::App& app) {
  CLI::App* evaluate = app.add_subcommand("evaluate", "The experiments: measure codes and vectors, or the method");
  evaluate->require_subcommand(1, 1);
  for (const Experiment& experiment : experiments()) {
    add_experiment(*evaluate, experiment);
  }
}

}  // namespace columnar::cli
