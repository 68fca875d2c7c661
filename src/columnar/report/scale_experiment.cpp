#include "columnar/report/scale_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/report/graph_run.hpp"
#include "columnar/report/numbers.hpp"
#include "columnar/report/over_seeds.hpp"
#include "columnar/report/parameters.hpp"

namespace columnar {
namespace {

constexpr const char* kGenerated = "generated";
constexpr const char* kFiles = "files";

/// Says which graph the stages belong to.
class NamedProgress : public ProgressSink {
 public:
  explicit NamedProgress(ProgressSink* next) : next_(next) {}
  void set_name(const std::string& name) { name_ = name; }
  void begin_stage(std::string_view name) override {
    if (next_ != nullptr) {
      next_->begin_stage(fmt::format("{}: {}", name_, name));
    }
  }
  void advance(double fraction) override {
    if (next_ != nullptr) {
      next_->advance(fraction);
    }
  }
  void end_stage() override {
    if (next_ != nullptr) {
      next_->end_stage();
    }
  }
  void note(std::string_view message) override {
    if (next_ != nullptr) {
      next_->note(message);
    }
  }

 private:
  ProgressSink* next_;
  std::string name_;
};

struct ScaleJob {
  std::string group;
  double edges;  ///< about
  ScaleGraph graph;
};

/// Hands back what reading the files to count their edges left with the allocator, where it can be asked to.
void release_free_memory() {
#if defined(__GLIBC__)
  static_cast<void>(malloc_trim(0));
#endif
}

/// All graphs, by edges.
std::vector<ScaleJob> jobs_of(const ScaleExperiment& experiment) {
  std::vector<ScaleJob> jobs;
  std::vector<NodeIndex> sizes = experiment.sizes;
  std::ranges::sort(sizes);
  for (const NodeIndex nodes : sizes) {
    const auto generate = [nodes, degree = experiment.mean_degree, seed = experiment.config.seed] {
      return std::make_shared<const Graph>(planted_communities(nodes, kScaleClasses, degree, kScaleMixing, seed).graph);
    };
    jobs.push_back({kGenerated, 0.5 * experiment.mean_degree * nodes, {with_commas(nodes) + " nodes", generate}});
  }
  for (const ScaleGraph& graph : experiment.graphs) {
    jobs.push_back({kFiles, static_cast<double>(graph.load()->edge_count()), graph});
  }
  if (!experiment.graphs.empty()) {
    release_free_memory();
  }
  std::ranges::stable_sort(jobs, {}, &ScaleJob::edges);
  return jobs;
}

Json row_json(const ScaleRow& row) {
  Json stages = Json::object();
  for (const std::string& stage : stage_names(row)) {
    stages[stage] = {{"seconds", over_seeds_json(row.seconds(stage))}, {"peak_bytes", row.peak_bytes(stage)}};
  }
  const auto peak = static_cast<double>(row.peak_bytes(ScaleRow::kTotal));
  return {{"name", row.name},
          {"nodes", row.nodes},
          {"edges", row.edges},
          {"stages", stages},
          {"peak_bytes_per_node", peak / static_cast<double>(row.nodes)},
          {"peak_bytes_per_edge", peak / static_cast<double>(row.edges)}};
}

Json group_json(const ScaleGroup& group) {
  Json rows = Json::array();
  Json exponents = Json::object();
  for (const ScaleRow& row : group.rows) {
    rows.push_back(row_json(row));
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

}  // namespace

ScaleGraph scale_file(const std::string& path, const ReadOptions& options) {
  return {path, [path, options] { return std::make_shared<const Graph>(read_graph(path, options).graph); }};
}

ScaleGraph scale_graph(const std::string& name, const Graph& graph) {
  return {name, [&graph] { return std::shared_ptr<const Graph>(std::shared_ptr<const Graph>(), &graph); }};
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
  NamedProgress progress(context.progress);
  for (const ScaleJob& job : jobs_of(experiment)) {
    auto group = std::ranges::find(results.groups, job.group, &ScaleGroup::key);
    if (group == results.groups.end()) {
      group = results.groups.insert(job.group == kGenerated ? results.groups.begin() : results.groups.end(),
                                    {job.group, {}});
    }
    progress.set_name(job.graph.name);
    group->rows.push_back(measure_scale(job.graph.name, *job.graph.load(), experiment.config, experiment.seeds,
                                        {context.threads, &progress}));
  }
  return results;
}

Json scale_json(const ScaleExperiment& experiment, const ScaleResults& results) {
  std::vector<NodeIndex> sizes = experiment.sizes;
  std::ranges::sort(sizes);
  Json groups = Json::object();
  for (const ScaleGroup& group : results.groups) {
    groups[group.key] = group_json(group);
  }
  return {{"version", kVersion},
          {"first_seed", experiment.config.seed},
          {"seeds", experiment.seeds},
          {"settings",
           {{"threads", results.threads},
            {"sizes", sizes},
            {"mean_degree", experiment.mean_degree},
            {"classes", kScaleClasses},
            {"mixing", kScaleMixing},
            {"least_seconds_fitted", kMeasurableSeconds},
            {"preset", experiment.preset},
            {"config", config_json(experiment.config)}}},
          {"results", groups}};
}

}  // namespace columnar
