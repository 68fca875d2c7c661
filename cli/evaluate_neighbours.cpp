#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/neighbours_experiment.hpp"
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

struct NeighboursArguments {
  GraphArguments graph;
  std::string held_out = "0.1";
  std::string k = "10";
  std::string queries = "10000";
  std::string splits = "3";
  std::string methods = fmt::format("{}", fmt::join(NeighboursExperiment{}.methods, ","));
  std::string residual;
  std::vector<std::string> embeddings;
  bool agreement = false;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

NeighboursExperiment experiment_of(const NeighboursArguments& arguments) {
  constexpr std::uint64_t kAny = ~std::uint64_t{0};
  NeighboursExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.split.held_out = parse_real("--held-out", arguments.held_out);
  experiment.k = parse_whole("-k", arguments.k, 0, kAny);
  experiment.queries = parse_whole("--queries", arguments.queries, 0, kAny);
  experiment.splits = static_cast<std::uint32_t>(parse_whole("--splits", arguments.splits, 1, kMaxSeeds));
  experiment.agreement = arguments.agreement;
  experiment.methods.clear();
  if (arguments.methods != "none") {
    experiment.methods = CLI::detail::split(arguments.methods, ',');
  }
  for (const std::string& argument : arguments.embeddings) {
    experiment.embeddings.push_back(parse_named_source("--embedding", argument));
  }
  check_neighbours(experiment);
  return experiment;
}

std::string neighbours_text(const NeighboursExperiment& experiment, NeighbourResults results) {
  for (SeedRow& row : results.table.rows) {
    row.name = printable(row.name);
  }
  std::string text =
      graph_text(experiment.run.facts) + "\n" + seed_table_text(results.table) +
      fmt::format("\nMean{} of {} split{} from seed {}: {} hidden, {} of their ends asked for by {}",
                  experiment.splits > 1 ? " ± sd" : "", experiment.splits, experiment.splits == 1 ? "" : "s",
                  experiment.run.config.seed, counted(results.hidden_edges, "edge"),
                  with_commas(results.directed_edges), counted(results.query_nodes, "node"));
  if (results.class_nodes > 0) {
    text += fmt::format(";\nclasses compared at {}", counted(results.class_nodes, "node"));
  }
  text += ".\nNearest by overlap of codes, cosine of vectors, or the method itself.\n";
  for (const auto& [name, origin] : results.origins) {
    if (origin == LinkOrigin::kUnknown) {
      text += fmt::format("{}: it does not say whether it was made of the graph without the hidden edges.\n", name);
    } else if (origin != LinkOrigin::kResidual) {
      text += fmt::format(
          "Warning: {} was made of {}, not of what --residual writes: its figures mean nothing here.\n", name,
          origin == LinkOrigin::kWhole ? "the whole graph and has seen the hidden edges" : "another graph");
    }
  }
  return text;
}

void evaluate_neighbours(const NeighboursArguments& arguments) {
  NeighboursExperiment experiment = experiment_of(arguments);
  const int threads = arguments.threads.value();
  if (!arguments.residual.empty()) {
    require_edge_list(arguments.residual);
    std::vector<std::string> inputs{arguments.graph.graph, arguments.graph.labels};
    for (const NamedSource& embedding : experiment.embeddings) {
      inputs.push_back(embedding.source.place);
    }
    require_outputs({{"--residual", arguments.residual}}, inputs);
  }
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  const NeighbourResults results = run_neighbours(experiment, {threads, &progress});
  std::vector<WrittenFile> written;
  if (!arguments.residual.empty()) {
    AtomicFile file(arguments.residual);
    write_edges(file, first_residual(experiment));
    file.commit();
    note_written(written, arguments.residual, "edges");
  }
  print_written(arguments.json ? json_text(neighbours_json(experiment, results)) : neighbours_text(experiment, results),
                written);
}

}  // namespace

void add_neighbours(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "neighbours", "Hide some edges, embed what is left, and look for hidden neighbours among the nearest nodes");
  const auto arguments = std::make_shared<NeighboursArguments>();
  command->add_option("GRAPH", arguments->graph.graph, "As for columnar embed")->type_name("")->required();
  command->add_option("--labels", arguments->graph.labels, "Classes (id label), where the graph's file has none")
      ->type_name("FILE");
  add_read_options(*command, arguments->graph.read);
  command->add_option("--held-out", arguments->held_out, "Share of the edges that are hidden")
      ->type_name("X")
      ->default_str("0.1");
  command->add_option("-k", arguments->k, "How many nearest nodes to look at")->type_name("N")->default_str("10");
  command
      ->add_option("--queries", arguments->queries,
                   "Ends of hidden edges to ask for, and nodes whose classes are compared, at most")
      ->type_name("N")
      ->default_str("10000");
  command->add_option("--splits", arguments->splits, "How many splits to take the mean over, by seeds from --seed on")
      ->type_name("N")
      ->default_str("3");
  command
      ->add_option(
          "--methods", arguments->methods,
          "What to rank by, with commas: sdr-8, sdr-28, l6, search, node2vec, deepwalk, line, ppmi-svd, k-winners; "
          "common-neighbours, adamic-adar, ppmi-rows; or none")
      ->type_name("LIST")
      ->default_str(arguments->methods);
  command->add_flag("--agreement", arguments->agreement,
                    "Embed every split with a second seed, too, and compare the nearest nodes");
  command
      ->add_option("--residual", arguments->residual, "Write the edges that the first split leaves, to embed elsewhere")
      ->type_name("FILE");
  command->add_option("--embedding", arguments->embeddings, "Measure this embedding of them on the first split, too")
      ->type_name("NAME=FILE[:LAYER]");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_neighbours(*arguments); });
}

}  // namespace columnar::cli
