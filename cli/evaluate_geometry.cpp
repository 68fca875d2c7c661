#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/checks.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "commands.hpp"
#include "geometry_report.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxPairs = 100'000'000;
constexpr std::size_t kMatrixNodes = 600;

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

/// What all embeddings are measured by, in the rows of the graph or, without one, of the first embedding.
struct Setting {
  std::vector<EmbeddingGroup> groups;
  FidelityOptions options;
  int threads = 1;
  NodeIds ids;
  Labels labels;
  std::optional<Graph> graph;
  std::optional<EmbeddingSource> reference;
  std::optional<Embedding> reference_rows;
};

Setting read_setting(const GeometryArguments& arguments) {
  Setting setting;
  setting.options.pairs = parse_whole("--pairs", arguments.pairs, 1, kMaxPairs);
  setting.options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  setting.threads = arguments.threads.value();
  if (arguments.matrices && !arguments.json) {
    throw Error(ErrorCode::kConfig, "--matrices: needs --json, they are too large to read");
  }
  setting.groups = arguments.embeddings.groups();
  const EmbeddingSource& first_source = setting.groups.front().seeds.front();
  const Embedding first = first_source.load();
  if (arguments.graph.empty()) {
    setting.ids = ids_of(first);
  } else {
    ReadResult read = read_graph(arguments.graph, {arguments.directed, false});
    static_cast<void>(match_rows(first_source.path, read.graph, read.labels, first));
    setting.ids = read.graph.ids;
    setting.graph = std::move(read.graph);
  }
  setting.labels = arguments.graph.empty() ? labels_of_rows(arguments.labels, first_source.path, first)
                                           : read_labels(arguments.labels, setting.ids);
  require_classes(setting.labels);
  if (!arguments.reference.empty()) {
    setting.reference = reference_source(arguments.reference, setting.groups);
    setting.reference_rows = load_in_rows(*setting.reference, setting.ids);
  }
  return setting;
}

ReferenceGeometry measure_references(const Setting& setting, ProgressLine& progress) {
  ReferenceGeometry geometry(static_cast<NodeIndex>(setting.ids.size()), setting.options);
  if (setting.reference_rows) {
    geometry.add_reference(*setting.reference_rows, setting.threads);
  }
  if (setting.graph) {
    progress.begin_stage("walks and distances");
    geometry.add_graph(*setting.graph, WalkConfig{}, {setting.threads, &progress});
    progress.end_stage();
  }
  return geometry;
}

MethodGeometry measure_group(const Setting& setting, const EmbeddingGroup& group, const ReferenceGeometry& geometry,
                             const ClassPairs& pairs) {
  MethodGeometry method;
  method.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = load_in_rows(source, setting.ids);
    method.kind = kind_text(embedding);
    Fidelity fidelity = geometry.compare(embedding, setting.threads);
    const bool is_reference =
        setting.reference && setting.reference->path == source.path && setting.reference->layer == source.layer;
    if (is_reference) {
      fidelity.reference.reset();  // a file says nothing about itself
    }
    method.add(measure_separation(RowSimilarity(embedding), pairs, setting.threads), fidelity);
  }
  return method;
}

Json matrices_json(const Setting& setting, const ReferenceGeometry& geometry) {
  const std::vector<NodeIndex> nodes = sample_by_class(setting.labels, kMatrixNodes, setting.options.seed);
  Json classes = Json::array();
  for (const NodeIndex node : nodes) {
    classes.push_back(setting.labels.classes[node]);
  }
  Json json{{"class_names", setting.labels.names}, {"classes", classes}};
  if (setting.reference_rows) {
    json["reference"] = matrix_json(RowSimilarity(*setting.reference_rows), nodes, setting.threads);
  }
  json["methods"] = Json::array();
  for (const EmbeddingGroup& group : setting.groups) {
    const Embedding embedding = load_in_rows(group.seeds.front(), setting.ids);
    const RowSimilarity similarity(embedding);
    Json method{{"name", group.name}, {"matrix", matrix_json(similarity, nodes, setting.threads)}};
    if (setting.reference_rows) {
      method["hexbin"] = hexbin_json(RowSimilarity(*setting.reference_rows), similarity, geometry, setting.threads);
    }
    json["methods"].push_back(std::move(method));
  }
  return json;
}

void run_geometry(const GeometryArguments& arguments) {
  const Setting setting = read_setting(arguments);
  ProgressLine progress(arguments.quiet);
  const ReferenceGeometry geometry = measure_references(setting, progress);
  const ClassPairs pairs = draw_class_pairs(setting.labels, setting.options.pairs, setting.options.seed);
  std::vector<MethodGeometry> methods;
  for (const EmbeddingGroup& group : setting.groups) {
    progress.begin_stage(group.name);
    methods.push_back(measure_group(setting, group, geometry, pairs));
    progress.end_stage();
  }
  if (!arguments.json) {
    print(geometry_text(methods, geometry, pairs));
    return;
  }
  Json json{{"version", kVersion},
            {"seed", setting.options.seed},
            {"nodes", setting.ids.size()},
            {"reference", setting.reference ? Json(arguments.reference) : Json(nullptr)},
            {"pairs", geometry.pairs().size()},
            {"class_pairs", pairs.same.size() + pairs.cross.size()},
            {"sampled", pairs.sampled},
            {"distance_sources", geometry.distance_sources()},
            {"distance_pairs", geometry.distance_pairs()}};
  json["results"] = Json::array();
  for (const MethodGeometry& method : methods) {
    json["results"].push_back(geometry_json(method));
  }
  if (arguments.matrices) {
    json["matrices"] = matrices_json(setting, geometry);
    print(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");  // a line a number would be too long
    return;
  }
  print(json_text(json));
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
  command->callback([arguments] { run_geometry(*arguments); });
}

}  // namespace columnar::cli
