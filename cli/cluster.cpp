#include "columnar/map/cluster.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar_lab/report/json.hpp"
#include "commands.hpp"
#include "edge_list_output.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

// `columnar cluster`: groups of nodes with similar codes.

namespace columnar::cli {
namespace {

struct ClusterArguments {
  std::string codes;
  std::string count;
  std::string output;
  std::string seed = "1";
  bool json = false;
  bool quiet = false;
  ThreadsOption threads;
};

std::vector<std::string> typical_names(const SdrTable& codes, const std::vector<NodeIndex>& typical) {
  constexpr std::size_t kWidestTypical = 24;
  std::vector<std::string> names;
  for (const NodeIndex node : typical) {
    names.push_back(shortened(codes.ids.name(node), kWidestTypical));
  }
  return names;
}

std::string clusters_text(const SdrTable& codes, const Clusters& clusters) {
  Table table;
  table.align_left(3);
  table.add({"cluster", "nodes", "of all", "most typical nodes"});
  table.add_rule();
  for (std::size_t c = 0; c < clusters.sizes.size(); ++c) {
    table.add(
        {std::to_string(c), with_commas(clusters.sizes[c]),
         fmt::format("{:.1f} %", 100.0 * static_cast<double>(clusters.sizes[c]) / static_cast<double>(codes.size())),
         fmt::format("{}", fmt::join(typical_names(codes, clusters.typical[c]), ", "))});
  }
  return table.text("");
}

Json clusters_json(const SdrTable& codes, const Clusters& clusters) {
  Json list = Json::array();
  for (std::size_t c = 0; c < clusters.sizes.size(); ++c) {
    Json typical = Json::array();
    for (const NodeIndex node : clusters.typical[c]) {
      typical.push_back(id_json(codes.ids, node));
    }
    list.push_back({{"cluster", c}, {"nodes", clusters.sizes[c]}, {"typical", std::move(typical)}});
  }
  return list;
}

void run_cluster(const ClusterArguments& arguments) {
  const auto count =
      static_cast<std::size_t>(parse_whole("-n", arguments.count, 1, std::numeric_limits<std::uint32_t>::max()));
  const std::uint64_t seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  const int threads = arguments.threads.value();
  if (!arguments.output.empty()) {
    require_outputs({{"--output", arguments.output}}, {arguments.codes});
  }
  const SdrTable codes = read_stored_codes(arguments.codes);
  if (count > codes.size()) {
    throw Error(ErrorCode::kConfig,
                fmt::format("-n: {} clusters need as many nodes; there are {}", count, codes.size()));
  }
  ProgressLine progress(arguments.quiet || arguments.json);
  const RunContext context{threads, &progress};
  const Clusters clusters = run_stage(context, "cluster", [&] { return cluster_codes(codes, count, seed, context); });
  std::vector<WrittenFile> written;
  if (!arguments.output.empty()) {
    AtomicFile file(arguments.output);
    for (NodeIndex node = 0; node < codes.size(); ++node) {
      file.write(fmt::format("{}{}{}\n", id_field(codes.ids, node, arguments.output), separator_of(arguments.output),
                             clusters.cluster[node]));
    }
    file.commit();
    note_written(written, arguments.output, "clusters");
  }
  if (arguments.json) {
    print_written(json_text(clusters_json(codes, clusters)), written);
  } else if (!arguments.quiet) {
    print_written(clusters_text(codes, clusters), written);
  }
}

}  // namespace

void add_cluster(CLI::App& app) {
  CLI::App* command = app.add_subcommand("cluster", "Divide the nodes into groups with similar codes");
  const auto arguments = std::make_shared<ClusterArguments>();
  command->add_option("CODES", arguments->codes, codes_help() + " or a model")->type_name("")->required();
  command->add_option("-n", arguments->count, "Number of clusters")->type_name("N")->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write `id cluster` lines, which every --labels accepts; 0 is the largest cluster; - for standard "
                   "output")
      ->type_name("FILE");
  command->add_option("--seed", arguments->seed, "Another seed starts from other centres")
      ->type_name("N")
      ->default_str(arguments->seed);
  arguments->threads.add_to(*command);
  command->add_flag("--json", arguments->json, "A JSON list of cluster, nodes and typical");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] {
    run_with_output(arguments->output, ".tsv", arguments->quiet, arguments->json, [&] { run_cluster(*arguments); });
  });
}

}  // namespace columnar::cli
