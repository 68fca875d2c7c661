#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/scale_experiment.hpp"
#include "commands.hpp"
#include "progress_line.hpp"
#include "scale_report.hpp"
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
  bool markdown = false;
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

void evaluate_scale(const ScaleArguments& arguments) {
  const ScaleExperiment experiment = experiment_of(arguments);
  const int threads = arguments.threads.value();
  ProgressLine progress(arguments.quiet);
  const ScaleResults results = run_scale(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(scale_json(experiment, results)));
    return;
  }
  print(scale_text(experiment, results, arguments.markdown ? TableStyle::kMarkdown : TableStyle::kTerminal));
}

}  // namespace

void add_scale(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "scale", "Time and memory by stage on growing graphs, with exponents and an extrapolation");
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
  CLI::Option* json = command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("--markdown", arguments->markdown, "The tables in Markdown, for a page")->excludes(json);
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_scale(*arguments); });
}

}  // namespace columnar::cli
