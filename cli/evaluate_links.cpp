#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/links_experiment.hpp"
#include "commands.hpp"
#include "edge_list_output.hpp"
#include "embedding_arguments.hpp"
#include "link_reports.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct LinksArguments {
  std::string graph;
  std::string held_out = "0.15";
  std::string negatives = "random";
  std::string forest = "random";
  std::string splits = "5";
  std::string cost = "0.1";
  std::string methods = "sdr-8,sdr-28";
  std::string residual;
  std::vector<std::string> embeddings;
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

/// Refuses a word that is none of these.
std::function<std::string(const std::string&)> one_of(std::vector<std::string_view> names) {
  return [names = std::move(names)](const std::string& word) {
    return std::ranges::find(names, word) != names.end() ? ""
                                                         : fmt::format("must be {}, not '{}'", either_of(names), word);
  };
}

LinksExperiment experiment_of(const LinksArguments& arguments) {
  LinksExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.split.held_out = parse_real("--held-out", arguments.held_out);
  experiment.split.negatives = parse_negatives(arguments.negatives);
  experiment.split.forest = parse_forest(arguments.forest);
  experiment.cost = parse_real("--cost", arguments.cost);
  experiment.splits = static_cast<std::uint32_t>(parse_whole("--splits", arguments.splits, 1, kMaxSeeds));
  experiment.methods.clear();
  if (arguments.methods != "none") {
    experiment.methods = CLI::detail::split(arguments.methods, ',');
  }
  for (const std::string& argument : arguments.embeddings) {
    NamedSource named = parse_named_source("--embedding", argument);
    experiment.embeddings.push_back({std::move(named.name), std::move(named.source)});
  }
  return experiment;
}

void evaluate_links(const LinksArguments& arguments) {
  LinksExperiment experiment = experiment_of(arguments);
  const int threads = arguments.threads.value();
  check_links(experiment);
  if (!arguments.residual.empty()) {
    require_edge_list(arguments.residual);
    std::vector<std::string> inputs{arguments.graph};
    for (const LinkEmbedding& embedding : experiment.embeddings) {
      inputs.push_back(embedding.source.place);
    }
    require_outputs({{"--residual", arguments.residual}}, inputs);
  }
  const ReadResult read = read_graph(arguments.graph, arguments.read);
  experiment.run.graph = &read.graph;
  experiment.run.facts = facts_of(arguments.graph, read.graph, read.report);
  ProgressLine progress(arguments.quiet);
  const LinkResults results = run_links(experiment, {threads, &progress});
  std::vector<WrittenFile> written;
  if (!arguments.residual.empty()) {
    AtomicFile file(arguments.residual);
    write_edges(file, first_residual(experiment));
    file.commit();
    note_written(written, arguments.residual, "edges");
  }
  print_written(arguments.json ? json_text(links_json(experiment, results)) : links_text(experiment, results), written);
}

}  // namespace

void add_links(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "links", "Hide some edges, embed what is left, and tell the hidden edges from pairs without one");
  const auto arguments = std::make_shared<LinksArguments>();
  command->add_option("GRAPH", arguments->graph, "As for columnar embed; undirected")->type_name("")->required();
  command->add_flag("--largest-component", arguments->read.largest_component, "Leave out all other components");
  command->add_option("--held-out", arguments->held_out, "Share of the edges that are hidden")
      ->type_name("X")
      ->default_str("0.15");
  command->add_option("--negatives", arguments->negatives, "Pairs without an edge: random, or hard (two hops apart)")
      ->type_name("KIND")
      ->check(one_of({"random", "hard"}))
      ->default_str("random");
  command
      ->add_option("--forest", arguments->forest,
                   "Edges never hidden: random (a spanning tree by edges in random order) or breadth-first (shortest "
                   "paths from one node; easier)")
      ->type_name("KIND")
      ->check(one_of({"random", "breadth-first"}))
      ->default_str("random");
  command->add_option("--splits", arguments->splits, "How many splits to take the mean over, by seeds from --seed on")
      ->type_name("N")
      ->default_str("5");
  command->add_option("--cost", arguments->cost, "C of the logistic regression")->type_name("X")->default_str("0.1");
  command
      ->add_option("--methods", arguments->methods,
                   "What to embed with, by commas: sdr-8, sdr-28, l6, search, node2vec, deepwalk, line, ppmi-svd, "
                   "k-winners; or none")
      ->type_name("LIST")
      ->default_str("sdr-8,sdr-28");
  command
      ->add_option("--residual", arguments->residual, "Write the edges that the first split leaves, to embed elsewhere")
      ->type_name("FILE");
  command->add_option("--embedding", arguments->embeddings, "Measure this embedding of them on the first split, too")
      ->type_name("NAME=FILE[:LAYER]");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_links(*arguments); });
}

}  // namespace columnar::cli
