#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/limits.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "geometry_report.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct GeometryArguments {
  EmbeddingArguments embeddings;
  std::string labels;
  std::string graph;
  std::string reference;
  std::string pairs = "3000000";
  std::string seed = "1";
  bool directed = false;
  bool matrices = false;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
};

/// What --reference names: the first file of the group of that name, else a file.
EmbeddingSource reference_source(const std::string& text, const std::vector<EmbeddingGroup>& groups) {
  const EmbeddingGroup* group = find_group(groups, text);
  return group == nullptr ? file_source(text) : group->seeds.front();
}

/// What the arguments ask for, checked; `graph` is yet to be read.
GeometryExperiment experiment_of(const GeometryArguments& arguments, const Graph& graph) {
  GeometryExperiment experiment;
  experiment.options.pairs = parse_whole("--pairs", arguments.pairs, 1, kMaxPairs);
  experiment.options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (arguments.matrices && !arguments.json) {
    throw Error(ErrorCode::kConfig, "--matrices: needs --json, they are too large to read");
  }
  experiment.matrices = arguments.matrices;
  experiment.groups = arguments.embeddings.groups();
  experiment.nodes.labels =
      arguments.graph.empty() ? labels_of_rows(arguments.labels) : labels_of_nodes(arguments.labels);
  if (!arguments.graph.empty()) {
    experiment.nodes.graph = &graph;
  }
  if (!arguments.reference.empty()) {
    experiment.reference = {arguments.reference, reference_source(arguments.reference, experiment.groups)};
  }
  check_geometry(experiment);
  return experiment;
}

void run(const GeometryArguments& arguments) {
  Graph graph;
  const GeometryExperiment experiment = experiment_of(arguments, graph);
  const int threads = arguments.threads.value();
  if (!arguments.graph.empty()) {
    graph = read_graph(arguments.graph, {arguments.directed, false}).graph;
  }
  ProgressLine progress(arguments.quiet);
  const GeometryResults results = run_geometry(experiment, {threads, &progress});
  if (!arguments.json) {
    print(geometry_text(results));
    return;
  }
  const Json json = geometry_json(experiment, results);
  print(arguments.matrices
            ? json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"  // a line a number would be too long
            : json_text(json));
}

}  // namespace

void add_geometry(CLI::App& evaluate) {
  const auto arguments = std::make_shared<GeometryArguments>();
  CLI::App* command = evaluate.add_subcommand("geometry", "How similarity tells classes and follows the graph");
  arguments->embeddings.add_to(*command);
  add_labels_option(*command, arguments->labels)->required();
  command->add_option("--graph", arguments->graph, "Compare with walks, PPMI and distances in this graph, too")
      ->type_name("FILE");
  command->add_flag("--directed", arguments->directed, "Its edges lead from u to v only");
  command->add_option("--reference", arguments->reference, "Compare with these vectors, too: a NAME or a file")
      ->type_name("NAME");
  command->add_option("--pairs", arguments->pairs, "Pairs of nodes to measure; all where there are no more")
      ->type_name("N")
      ->default_str("3000000");
  command->add_option("--seed", arguments->seed, "Of the sample of pairs and of the walks")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--matrices", arguments->matrices,
                    "With --json: similarity matrices of up to 600 nodes by class, and reference against similarity");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
