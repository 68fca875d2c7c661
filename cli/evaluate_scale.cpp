#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/scale.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/report/over_seeds.hpp"
#include "commands.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr const char* kGenerated = "generated";
constexpr const char* kFiles = "files";
constexpr std::int32_t kClasses = 8;
constexpr double kMixing = 0.2;
constexpr std::uint64_t kMinNodes = 100;
constexpr std::uint64_t kMaxGeneratedNodes = 50'000'000;

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

std::vector<NodeIndex> sizes_of(const ScaleArguments& arguments) {
  std::vector<std::string> texts = arguments.sizes;
  if (texts.empty() && arguments.graphs.empty()) {
    texts = {"1000", "3000", "10000"};
    if (!arguments.quick) {
      texts.insert(texts.end(), {"30000", "100000"});
    }
  }
  std::vector<NodeIndex> sizes;
  for (const std::string& text : texts) {
    sizes.push_back(static_cast<NodeIndex>(parse_whole("--sizes", text, kMinNodes, kMaxGeneratedNodes)));
  }
  std::ranges::sort(sizes);
  return sizes;
}

/// Says which graph the stages belong to.
class NamedProgress : public ProgressSink {
 public:
  explicit NamedProgress(ProgressSink& next) : next_(next) {}
  void set_name(const std::string& name) { name_ = name; }
  void begin_stage(std::string_view name) override { next_.begin_stage(fmt::format("{}: {}", name_, name)); }
  void advance(double fraction) override { next_.advance(fraction); }
  void end_stage() override { next_.end_stage(); }
  void note(std::string_view message) override { next_.note(message); }

 private:
  ProgressSink& next_;
  std::string name_;
};

/// Graphs of one kind, whose growth can be fitted.
struct ScaleGroup {
  std::string key;
  std::vector<ScaleRow> rows;
};

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

Json group_json(const ScaleGroup& group) {
  Json rows = Json::array();
  Json exponents = Json::object();
  for (const ScaleRow& row : group.rows) {
    Json stages = Json::object();
    for (const std::string& stage : stage_names(row)) {
      stages[stage] = {{"seconds", over_seeds_json(row.seconds(stage))}, {"peak_bytes", row.peak_bytes(stage)}};
    }
    const auto peak = static_cast<double>(row.peak_bytes(ScaleRow::kTotal));
    rows.push_back({{"name", row.name},
                    {"nodes", row.nodes},
                    {"edges", row.edges},
                    {"stages", stages},
                    {"peak_bytes_per_node", peak / static_cast<double>(row.nodes)},
                    {"peak_bytes_per_edge", peak / static_cast<double>(row.edges)}});
  }
  for (const std::string& stage : stage_names(group.rows.front())) {
    const auto law = time_exponent(group.rows, stage);
    exponents[stage] = law ? Json{{"exponent", law->exponent}, {"points", law->points}} : Json(nullptr);
  }
  const auto growth = memory_growth(group.rows);
  return {{"rows", rows},
          {"time_exponents", exponents},
          {"memory_growth",
           growth ? Json{{"bytes_per_node", growth->bytes_per_node}, {"bytes_per_edge", growth->bytes_per_edge}}
                  : Json(nullptr)}};
}

/// A graph to measure, made or read when its turn comes.
struct ScaleJob {
  std::string group;
  std::string name;
  double edges;  ///< about
  std::function<Graph()> graph;
};

/// Hands back what reading the files to count their edges left with the allocator, where it can be asked to.
void release_free_memory() {
#if defined(__GLIBC__)
  static_cast<void>(malloc_trim(0));
#endif
}

/// All graphs, by edges: memory that an earlier, larger graph left behind would count for a smaller one. Files are read
/// once more for it.
std::vector<ScaleJob> jobs_of(const ScaleArguments& arguments, const std::vector<NodeIndex>& sizes, double degree,
                              std::uint64_t seed) {
  std::vector<ScaleJob> jobs;
  for (const NodeIndex nodes : sizes) {
    jobs.push_back({kGenerated, with_commas(nodes) + " nodes", 0.5 * degree * nodes, [nodes, degree, seed] {
                      return planted_communities(nodes, kClasses, degree, kMixing, seed).graph;
                    }});
  }
  for (const std::string& path : arguments.graphs) {
    const auto read = [path, how = arguments.read] { return read_graph(path, how).graph; };
    jobs.push_back({kFiles, path, static_cast<double>(read().edge_count()), read});
  }
  if (!arguments.graphs.empty()) {
    release_free_memory();
  }
  std::ranges::stable_sort(jobs, {}, &ScaleJob::edges);
  return jobs;
}

void run_scale(const ScaleArguments& arguments) {
  const Config config = arguments.flags.config();
  const int threads = arguments.threads.value();
  const auto seeds = static_cast<std::uint32_t>(parse_whole("--seeds", arguments.seeds, 1, 1000));
  const double degree = parse_real("--degree", arguments.degree);
  const std::vector<NodeIndex> sizes = sizes_of(arguments);
  ProgressLine line(arguments.quiet);
  NamedProgress progress(line);
  std::vector<ScaleGroup> groups;
  for (const ScaleJob& job : jobs_of(arguments, sizes, degree, config.seed)) {
    auto group = std::ranges::find(groups, job.group, &ScaleGroup::key);
    if (group == groups.end()) {
      group = groups.insert(job.group == kGenerated ? groups.begin() : groups.end(), {job.group, {}});
    }
    progress.set_name(printable(job.name));
    group->rows.push_back(measure_scale(job.name, job.graph(), config, seeds, {threads, &progress}));
  }
  if (arguments.json) {
    Json results = Json::object();
    for (const ScaleGroup& group : groups) {
      results[group.key] = group_json(group);
    }
    print(json_text({{"version", kVersion},
                     {"first_seed", config.seed},
                     {"seeds", seeds},
                     {"settings",
                      {{"threads", threads},
                       {"sizes", sizes},
                       {"mean_degree", degree},
                       {"classes", kClasses},
                       {"mixing", kMixing},
                       {"least_seconds_fitted", kMeasurableSeconds},
                       {"preset", arguments.flags.preset()},
                       {"config", Json::parse(config_to_json(config))}}},
                     {"results", results}}));
    return;
  }
  std::string text;
  for (const ScaleGroup& group : groups) {
    text += group_text(group) + "\n";
  }
  print(text + fmt::format("{} thread{}, {} seed{}. Exponents: seconds ~ edges^exponent, by least squares of the "
                           "logarithms over the graphs that take more than {:.0f} ms.\n",
                           threads, threads == 1 ? "" : "s", seeds, seeds == 1 ? "" : "s",
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
  command->callback([arguments] { run_scale(*arguments); });
}

}  // namespace columnar::cli
