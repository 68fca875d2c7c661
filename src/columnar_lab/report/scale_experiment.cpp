#include "columnar_lab/report/scale_experiment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/scale_forecast.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "columnar_lab/report/over_seeds.hpp"
#include "columnar_lab/report/parameters.hpp"

namespace columnar {
namespace {

constexpr const char* kGenerated = "generated";
constexpr const char* kFiles = "files";

/// Says which graph the stages belong to.
class NamedProgress : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;
  void set_name(const std::string& name) { name_ = name; }
  void begin_stage(std::string_view name) override { ForwardingSink::begin_stage(fmt::format("{}: {}", name_, name)); }

 private:
  std::string name_;
};

struct ScaleJob {
  std::string group;
  double edges;  ///< about
  ScaleGraph graph;
};

std::uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) : 0;
}

NestedCommunities generated(const ScaleExperiment& experiment, NodeIndex nodes) {
  NestedCommunities wanted;
  wanted.nodes = nodes;
  wanted.mean_degree = experiment.mean_degree;
  wanted.seed = experiment.config.seed;
  return wanted;
}

/// Both halves of one object, which lives as long as either.
template <class Whole>
LoadedGraph halves(const std::shared_ptr<const Whole>& whole) {
  return {std::shared_ptr<const Graph>(whole, &whole->graph), std::shared_ptr<const Labels>(whole, &whole->labels)};
}

/// All graphs, by edges.
std::vector<ScaleJob> jobs_of(const ScaleExperiment& experiment, int threads) {
  std::vector<ScaleJob> jobs;
  std::vector<NodeIndex> sizes = experiment.sizes;
  std::ranges::sort(sizes);
  for (const NodeIndex nodes : sizes) {
    const auto generate = [wanted = generated(experiment, nodes), threads] {
      return halves(std::make_shared<const LabelledGraph>(nested_communities(wanted, threads)));
    };
    jobs.push_back({kGenerated, 0.5 * experiment.mean_degree * nodes, {with_commas(nodes) + " nodes", generate}});
  }
  for (const ScaleGraph& graph : experiment.graphs) {
    jobs.push_back({kFiles, static_cast<double>(graph.load().graph->edge_count()), graph});
  }
  std::ranges::stable_sort(jobs, {}, &ScaleJob::edges);
  return jobs;
}

Json row_json(const ScaleRow& row) {
  Json stages = Json::object();
  for (const std::string& stage : stage_names({&row, 1})) {
    stages[stage] = {{"seconds", over_seeds_json(row.seconds(stage))}, {"peak_bytes", row.peak_bytes(stage)}};
  }
  const auto peak = static_cast<double>(row.peak_bytes(ScaleRow::kTotal));
  return {
      {"name", row.name},
      {"nodes", row.nodes},
      {"edges", row.edges},
      {"stages", stages},
      {"peak_bytes_per_node", peak / static_cast<double>(row.nodes)},
      {"peak_bytes_per_edge", peak / static_cast<double>(row.edges)},
      {"estimated_over_used", {{"seconds", estimated_seconds_ratio(row)}, {"peak_bytes", estimated_bytes_ratio(row)}}},
      {"accuracy", over_seeds_json(row.accuracy)}};
}

Json law_json(const std::optional<PowerLaw>& law) {
  return law ? Json{{"exponent", law->exponent}, {"points", law->points}} : Json(nullptr);
}

/// What larger graphs would need; null where that cannot be told.
Json forecast_json(const ScaleGroup& group, std::uint64_t machine_bytes) {
  if (!can_forecast(group)) {
    return nullptr;
  }
  Json sizes = Json::array();
  for (const double nodes : kForecastNodes) {
    Json stages = Json::object();
    for (const StageForecast& one : forecast_scale(group.rows, nodes)) {
      stages[one.stage] = {{"seconds", one.seconds}, {"peak_bytes", one.peak_bytes}};
    }
    sizes.push_back({{"nodes", nodes}, {"stages", stages}});
  }
  return {{"sizes", sizes},
          {"machine_bytes", machine_bytes},
          {"nodes_that_fit", nodes_that_fit(group.rows, static_cast<double>(machine_bytes))}};
}

Json group_json(const ScaleGroup& group, std::uint64_t machine_bytes) {
  Json rows = Json::array();
  Json times = Json::object();
  Json memory = Json::object();
  for (const ScaleRow& row : group.rows) {
    rows.push_back(row_json(row));
  }
  for (const std::string& stage : stage_names(group.rows)) {
    times[stage] = law_json(time_exponent(group.rows, stage));
    memory[stage] = law_json(memory_exponent(group.rows, stage));
  }
  const auto growth = memory_growth(group.rows);
  return {{"rows", rows},
          {"time_exponents", times},
          {"memory_exponents", memory},
          {"memory_growth",
           growth ? Json{{"bytes_per_node", growth->bytes_per_node}, {"bytes_per_edge", growth->bytes_per_edge}}
                  : Json(nullptr)},
          {"forecast", forecast_json(group, machine_bytes)}};
}

}  // namespace

ScaleGraph scale_file(const std::string& path, const ReadOptions& options) {
  return {path, [path, options] { return halves(std::make_shared<const ReadResult>(read_graph(path, options))); }};
}

ScaleGraph scale_graph(const std::string& name, const Graph& graph) {
  return {name, [&graph] { return LoadedGraph{{std::shared_ptr<const Graph>(), &graph}, nullptr}; }};
}

bool can_forecast(const ScaleGroup& group) {
  return group.key == kGenerated && group.rows.size() > 1 && group.rows.front().edges < group.rows.back().edges;
}

std::vector<NodeIndex> default_scale_sizes(bool quick) {
  return quick ? std::vector<NodeIndex>{1000, 3000, 10'000}
               : std::vector<NodeIndex>{1000, 3000, 10'000, 30'000, 100'000};
}

void check_scale(const ScaleExperiment& experiment) {
  validate(experiment.config);
  require_whole("--seeds", experiment.seeds, 1, kMaxSeeds);
  require_positive("--degree", experiment.mean_degree);
  for (const NodeIndex nodes : experiment.sizes) {
    require_whole("--sizes", nodes, kMinScaleNodes, kMaxScaleNodes);
  }
  if (experiment.sizes.empty() && experiment.graphs.empty()) {
    throw Error(ErrorCode::kConfig, "--sizes: there is nothing to embed: name sizes or graphs");
  }
}

ScaleResults run_scale(const ScaleExperiment& experiment, const RunContext& context) {
  check_scale(experiment);
  ScaleResults results;
  results.threads = context.threads;
  results.machine_bytes = machine_memory();
  NamedProgress progress(context.progress);
  for (const ScaleJob& job : jobs_of(experiment, context.threads)) {
    auto group = std::ranges::find(results.groups, job.group, &ScaleGroup::key);
    if (group == results.groups.end()) {
      group = results.groups.insert(job.group == kGenerated ? results.groups.begin() : results.groups.end(),
                                    {job.group, {}});
    }
    progress.set_name(job.graph.name);
    const LoadedGraph loaded = job.graph.load();
    return_freed_memory();  // what reading or generating left with the allocator
    group->rows.push_back(measure_scale(job.graph.name, *loaded.graph, loaded.labels.get(), experiment.config,
                                        experiment.seeds, {context.threads, &progress}));
  }
  return results;
}

Json scale_json(const ScaleExperiment& experiment, const ScaleResults& results) {
  std::vector<NodeIndex> sizes = experiment.sizes;
  std::ranges::sort(sizes);
  Json groups = Json::object();
  for (const ScaleGroup& group : results.groups) {
    groups[group.key] = group_json(group, results.machine_bytes);
  }
  const NestedCommunities made = generated(experiment, 0);
  return {{"version", kVersion},
          {"first_seed", experiment.config.seed},
          {"seeds", experiment.seeds},
          {"settings",
           {{"threads", results.threads},
            {"sizes", sizes},
            {"mean_degree", experiment.mean_degree},
            {"classes", made.classes},
            {"mixing", made.mixing},
            {"community_nodes", made.community_nodes},
            {"degree_exponent", kNestedDegreeExponent},
            {"least_seconds_fitted", kMeasurableSeconds},
            {"preset", experiment.preset},
            {"config", config_json(experiment.config)}}},
          {"results", groups}};
}

}  // namespace columnar
