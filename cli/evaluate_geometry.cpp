#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/geometry.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct GeometryArguments {
  std::vector<std::string> codes;
  std::string labels;
  std::string graph;
  std::string seed = "1";
  bool directed = false;
  bool json = false;
};

std::vector<double> measure_hops(const GeometryArguments& arguments, const SdrTable& table, std::uint64_t seed) {
  if (arguments.graph.empty()) {
    return {};
  }
  ReadResult read = read_graph(arguments.graph, {arguments.directed, false});
  const Embedding rows = match_rows(arguments.graph, read.graph, read.labels, table);
  return overlap_by_hop(read.graph, *codes_of(rows), 6, seed);
}

void run_geometry(const GeometryArguments& arguments) {
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

}  // namespace

void add_geometry(CLI::App& evaluate) {
  const auto arguments = std::make_shared<GeometryArguments>();
  CLI::App* command = evaluate.add_subcommand("geometry", "How overlap tells classes and distances");
  add_codes_option(*command, arguments->codes);
  add_labels_option(*command, arguments->labels)->required();
  command->add_option("--graph", arguments->graph, "Overlap by hops in this graph, too")->type_name("FILE");
  command->add_flag("--directed", arguments->directed, "Its edges lead from u to v only");
  command->add_option("--seed", arguments->seed, "Of the sample of pairs")->type_name("N")->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run_geometry(*arguments); });
}

}  // namespace columnar::cli
