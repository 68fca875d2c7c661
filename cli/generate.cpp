#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/files/output_files.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "commands.hpp"
#include "edge_list_output.hpp"
#include "outputs.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct GenerateArguments {
  std::string output;
  std::string labels;
  std::string nodes = "10000";
  std::string degree = "10";
  std::string mixing = "0.15";
  std::string community = "1000";
  std::string classes = "8";
  std::string seed = "1";
  bool quiet = false;
  ThreadsOption threads;
};

NestedCommunities wanted_by(const GenerateArguments& arguments) {
  constexpr std::uint64_t kMostClasses = 10'000;
  constexpr double kMostEdges = 1e9;
  NestedCommunities wanted;
  wanted.nodes =
      static_cast<NodeIndex>(parse_whole("--nodes", arguments.nodes, kMinGeneratedNodes, kMaxGeneratedNodes));
  // What the generator takes, by the names of the flags.
  const double most_degree = std::min(0.25 * wanted.nodes, kMostEdges * 2 / wanted.nodes);
  wanted.mean_degree = parse_real("--degree", arguments.degree, 1.0, most_degree);
  wanted.mixing = parse_real("--mixing", arguments.mixing, 0.0, 1.0);
  wanted.community_nodes =
      static_cast<NodeIndex>(parse_whole("--community", arguments.community, 2, kMaxGeneratedNodes));
  wanted.classes = static_cast<std::int32_t>(
      parse_whole("--classes", arguments.classes, 2, std::min<std::uint64_t>(kMostClasses, wanted.nodes / 2)));
  wanted.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  return wanted;
}

void write_labels(AtomicFile& file, const LabelledGraph& made) {
  for (NodeIndex v = 0; v < made.graph.node_count(); ++v) {
    file.write(made.graph.ids.name(v) + "\t" + made.labels.names[static_cast<std::size_t>(made.labels.classes[v])] +
               "\n");
  }
}

void run_generate(const GenerateArguments& arguments) {
  const NestedCommunities wanted = wanted_by(arguments);
  require_edge_list(arguments.output);
  std::vector<Output> outputs{{"OUT", arguments.output}};
  if (!arguments.labels.empty()) {
    outputs.push_back({"--labels", arguments.labels});
  }
  require_outputs(outputs, {});
  const LabelledGraph made = nested_communities(wanted, arguments.threads.value());
  OutputFiles files;
  write_edges(files.open(arguments.output), made.graph);
  std::string text = fmt::format("{}: {}, {}\n", printable(arguments.output), counted(made.graph.node_count(), "node"),
                                 counted(made.graph.edge_count(), "edge"));
  if (!arguments.labels.empty()) {
    write_labels(files.open(arguments.labels), made);
    text += fmt::format("{}: {} classes\n", printable(arguments.labels), made.labels.names.size());
  }
  files.commit();
  std::vector<WrittenFile> written;
  for (const Output& output : outputs) {
    note_written(written, output.path, "text");
  }
  if (!arguments.quiet) {
    print_written(text, written);
  }
}

}  // namespace

void add_generate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("generate", "Write a random graph with hubs and communities, to try things on");
  const auto arguments = std::make_shared<GenerateArguments>();
  command->add_option("OUT", arguments->output, "Edge list to write, one edge per line; - for standard output")
      ->type_name("")
      ->required();
  command->add_option("--nodes", arguments->nodes, "How many nodes")->type_name("N")->default_str("10000");
  command->add_option("--degree", arguments->degree, "Their mean degree; degrees follow a power law of exponent 2.6")
      ->type_name("X")
      ->default_str("10");
  command->add_option("--community", arguments->community, "Mean number of nodes per community")
      ->type_name("N")
      ->default_str("1000");
  command->add_option("--mixing", arguments->mixing, "Share of the edges that leave their community")
      ->type_name("X")
      ->default_str("0.15");
  command->add_option("--classes", arguments->classes, "Groups of communities: the labels")
      ->type_name("N")
      ->default_str("8");
  command->add_option("--seed", arguments->seed, "Seed of the random graph")->type_name("N")->default_str("1");
  command->add_option("--labels", arguments->labels, "Write the class of every node here, one id and class per line")
      ->type_name("FILE");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  arguments->threads.add_to(*command);
  command->callback([arguments] {
    run_with_output(arguments->output, ".tsv", arguments->quiet, false, [&] { run_generate(*arguments); });
  });
}

}  // namespace columnar::cli
