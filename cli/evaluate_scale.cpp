#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "arguments.hpp"
#include "columnar/report/graph_run.hpp"
#include "columnar/report/scale_experiment.hpp"
#include "commands.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct ScaleArguments {
  std::vector<std::string> graphs;
  std::vector<std::string> sizes;
  std::string degree = "10";
  std::string seeds = "1";
  ReadOptions read;
  bool quick = false;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

ScaleExperiment experiment_of(const ScaleArguments& arguments) {
  ScaleExperiment experiment;
  experiment.config = arguments.flags.config();
  experiment.preset = arguments.flags.preset();
  experiment.seeds = static_cast<std::uint32_t>(parse_whole("--seeds", arguments.seeds, 1, kMaxSeeds));
  experiment.mean_degree = parse_real("--degree", arguments.degree);
  for (const std::string& text : arguments.sizes) {
    experiment.sizes.push_back(static_cast<NodeIndex>(parse_whole("--sizes", text, kMinScaleNodes, kMaxScaleNodes)));
  }
  if (arguments.sizes.empty() && arguments.graphs.empty()) {
    experiment.sizes = default_scale_sizes(arguments.quick);
  }
  for (const std::string& path : arguments.graphs) {
    experiment.graphs.push_back(scale_file(path, arguments.read));
  }
  return experiment;
}

std::string time_cell(const std::vector<double>& seconds) {
  return seconds.empty() ? "–" : over_seeds_text(seconds, 2);
}

std::string group_text(const ScaleGroup& group) {
  const std::vector<std::string> stages = stage_names(group.rows.front());
  Table times;
  std::vector<std::string> head{"seconds", "nodes", "edges"};
  head.insert(head.end(), stages.begin(), stages.end());
  times.add(head);
  times.add_rule();
  for (const ScaleRow& row : group.rows) {
    std::vector<std::string> cells{shortened(row.name, 24), with_commas(row.nodes), with_commas(row.edges)};
    for (const std::string& stage : stages) {
      cells.push_back(time_cell(row.seconds(stage)));
    }
    times.add(cells);
  }
  times.add_rule();
  std::vector<std::string> exponents{"exponent", "", ""};
  for (const std::string& stage : stages) {
    const auto law = time_exponent(group.rows, stage);
    exponents.push_back(law ? fmt::format("{:.2f}", law->exponent) : "–");
  }
  times.add(exponents);

  Table memory;
  head[0] = "peak memory";
  head.insert(head.end(), {"a node", "an edge"});
  memory.add(head);
  memory.add_rule();
  for (const ScaleRow& row : group.rows) {
    std::vector<std::string> cells{shortened(row.name, 24), with_commas(row.nodes), with_commas(row.edges)};
    for (const std::string& stage : stages) {
      cells.push_back(human_bytes(row.peak_bytes(stage)));
    }
    const std::uint64_t peak = row.peak_bytes(ScaleRow::kTotal);
    cells.push_back(human_bytes(peak / std::max<std::uint64_t>(1, row.nodes)));
    cells.push_back(human_bytes(peak / std::max<std::uint64_t>(1, row.edges)));
    memory.add(cells);
  }
  std::string text = times.text("") + "\n" + memory.text("");
  if (const auto growth = memory_growth(group.rows)) {
    text += fmt::format("Growth: {:.0f} bytes a node, or {:.0f} an edge.\n", growth->bytes_per_node,
                        growth->bytes_per_edge);
  }
  return text;
}

void evaluate_scale(const ScaleArguments& arguments) {
  const ScaleExperiment experiment = experiment_of(arguments);
  const int threads = arguments.threads.value();
  ProgressLine progress(arguments.quiet);
  const ScaleResults results = run_scale(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(scale_json(experiment, results)));
    return;
  }
  std::string text;
  for (const ScaleGroup& group : results.groups) {
    text += group_text(group) + "\n";
  }
  print(text + fmt::format("{} thread{}, {} seed{}. Exponents: seconds ~ edges^exponent, by least squares of the "
                           "logarithms over the graphs that take more than {:.0f} ms.\n",
                           threads, threads == 1 ? "" : "s", experiment.seeds, experiment.seeds == 1 ? "" : "s",
                           1000.0 * kMeasurableSeconds));
}

}  // namespace

void add_scale(CLI::App& evaluate) {
  CLI::App* command =
      evaluate.add_subcommand("scale", "Time and memory by stage on growing graphs, with fitted exponents");
  const auto arguments = std::make_shared<ScaleArguments>();
  command->add_option("GRAPH", arguments->graphs, "Graphs to embed instead of generated ones, or beside --sizes")
      ->type_name("");
  command->add_option("--sizes", arguments->sizes, "Nodes of the generated graphs, separated by commas")
      ->type_name("N,N")
      ->delimiter(',')
      ->default_str("1000,3000,10000,30000,100000");
  command->add_option("--degree", arguments->degree, "Their mean degree")->type_name("X")->default_str("10");
  command->add_flag("--quick", arguments->quick, "Up to 10,000 nodes alone");
  command->add_option("--seeds", arguments->seeds, "How often to embed each, with seeds from --seed on")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--directed", arguments->read.directed, "Edges of the files lead from u to v only");
  command->add_flag("--largest-component", arguments->read.largest_component, "Of the files: leave out all others");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_scale(*arguments); });
}

}  // namespace columnar::cli
