#include "columnar_lab/evaluate/scale.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "columnar/core/stage.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar_lab/evaluate/scale_forecast.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

constexpr std::array<double, 2> kForecastNodes{1e8, 1e9};
const std::vector<double> kSizes{1e3, 3e3, 1e4, 3e4, 1e5};  ///< where neither sizes nor graphs are named

/// Says which graph the stages belong to.
class NamedProgress : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;
  void set_name(const std::string& name) { name_ = name; }
  void begin_stage(std::string_view name) override { ForwardingSink::begin_stage(fmt::format("{}: {}", name_, name)); }

 private:
  std::string name_;
};

struct Job {
  bool generated;
  double edges;  ///< about
  LoadableGraph graph;
};

NestedCommunities generated(const Options& options, std::uint64_t seed) {
  NestedCommunities wanted;
  wanted.mean_degree = options.real("degree");
  wanted.seed = seed;
  return wanted;
}

/// All graphs by edges: memory that a larger one left behind would count for a smaller one.
std::vector<Job> jobs_of(const ExperimentInput& input, const Options& options, int threads) {
  std::vector<double> sizes = options.reals("sizes");
  if (sizes.empty() && input.graphs.empty()) {
    sizes = kSizes;
  }
  std::vector<Job> jobs;
  for (const double nodes : sizes) {
    NestedCommunities wanted = generated(options, input.run.config.seed);
    wanted.nodes = static_cast<NodeIndex>(nodes);
    const auto generate = [wanted, threads] {
      return shared_parts(std::make_shared<const LabelledGraph>(nested_communities(wanted, threads)));
    };
    jobs.push_back({true, 0.5 * wanted.mean_degree * nodes, {with_commas(wanted.nodes) + " nodes", generate}});
  }
  for (const LoadableGraph& graph : input.graphs) {  // loaded twice: to count its edges, and when its turn comes
    jobs.push_back({false, static_cast<double>(graph.load().graph->edge_count()), graph});
  }
  std::ranges::stable_sort(jobs, {}, &Job::edges);
  std::map<std::string, int> named;
  for (Job& job : jobs) {  // rows are told apart by their names
    if (const int times = ++named[job.graph.name]; times > 1) {
      job.graph.name += fmt::format(" ({})", times);
    }
  }
  return jobs;
}

/// Graphs of one kind, whose growth can be fitted, by edges.
struct Measured {
  std::vector<ScaleRow> generated;
  std::vector<ScaleRow> given;
};

Measured measure(const ExperimentInput& input, const Options& options, const RunContext& context) {
  Measured rows;
  NamedProgress progress(context.progress);
  for (const Job& job : jobs_of(input, options, context.threads)) {
    progress.set_name(job.graph.name);
    const LoadedGraph loaded = job.graph.load();
    return_freed_memory();  // what reading or generating left with the allocator
    (job.generated ? rows.generated : rows.given)
        .push_back(measure_scale(job.graph.name, *loaded.graph, loaded.labels.get(), input.run.config,
                                 options.count("seeds"), {context.threads, &progress}));
  }
  return rows;
}

void add_graph(SeedTable& table, const ScaleRow& row, const std::string& kind) {
  const std::vector<double> seconds = row.seconds(ScaleRow::kTotal);
  const auto bytes = static_cast<double>(row.peak_bytes(ScaleRow::kTotal));
  const auto nodes = static_cast<double>(row.nodes);
  const auto edges = static_cast<double>(row.edges);
  const auto ratio = [](double value) { return value > 0.0 ? value : kUndefined; };
  for (std::size_t seed = 0; seed < seconds.size(); ++seed) {
    table.add(row.name, nodes,
              {nodes, edges, seconds[seed], bytes, bytes / nodes, bytes / edges, ratio(estimated_seconds_ratio(row)),
               ratio(estimated_bytes_ratio(row)), row.accuracy.empty() ? kUndefined : row.accuracy[seed]},
              kind);
  }
}

void add_stages(SeedTable& table, const ScaleRow& row) {
  for (const std::string& stage : stage_names({&row, 1})) {
    for (const double seconds : row.seconds(stage)) {
      table.add(stage, static_cast<double>(row.nodes), {seconds, static_cast<double>(row.peak_bytes(stage))}, row.name);
    }
  }
}

void add_exponents(SeedTable& table, const std::vector<ScaleRow>& rows, const std::string& kind) {
  const auto exponent = [](const std::optional<PowerLaw>& law) { return law ? law->exponent : kUndefined; };
  for (const std::string& stage : rows.size() < 2 ? std::vector<std::string>() : stage_names(rows)) {
    table.add(stage, 0.0, {exponent(time_exponent(rows, stage)), exponent(memory_exponent(rows, stage))}, kind);
  }
}

/// Whether the needs of larger graphs can be told from these: generated ones, of at least two sizes.
bool can_forecast(const std::vector<ScaleRow>& rows) {
  return rows.size() > 1 && rows.front().edges < rows.back().edges;
}

void add_forecast(SeedTable& table, const std::vector<ScaleRow>& rows) {
  for (const double nodes : kForecastNodes) {
    const std::string name = with_commas(static_cast<std::uint64_t>(nodes)) + " nodes";
    for (const StageForecast& stage : forecast_scale(rows, nodes)) {
      table.add(stage.stage, nodes, {stage.seconds, stage.peak_bytes}, name);
    }
  }
}

std::uint64_t machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long bytes = sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) : 0;
}

/// To two digits: an extrapolation knows no more.
std::uint64_t rounded(std::uint64_t number) {
  std::uint64_t step = 1;
  while (number / step >= 100) {
    step *= 10;
  }
  return (number + step / 2) / step * step;
}

void tell_growth(Results& results, const std::vector<ScaleRow>& rows, const char* kind) {
  if (const auto growth = memory_growth(rows)) {
    results.facts["memory_growth"][kind] = {{"bytes_per_node", growth->bytes_per_node},
                                            {"bytes_per_edge", growth->bytes_per_edge}};
    results.notes.push_back(fmt::format("Memory of {} graphs grows by {} bytes per node, or {} per edge.", kind,
                                        with_commas(static_cast<std::uint64_t>(growth->bytes_per_node)),
                                        with_commas(static_cast<std::uint64_t>(growth->bytes_per_edge))));
  }
}

void tell_forecast(Results& results, const std::vector<ScaleRow>& rows) {
  const std::uint64_t machine = machine_memory();
  const std::uint64_t fit = nodes_that_fit(rows, static_cast<double>(machine));
  results.facts["machine_bytes"] = machine;
  results.facts["nodes_that_fit"] = fit;
  results.notes.push_back(
      fmt::format("Extrapolated: nothing beyond {} nodes was run. Each stage grows by its exponent from the largest "
                  "graph on, or along the straight line through all of them where that is more.",
                  with_commas(rows.back().nodes)));
  if (machine > 0) {
    results.notes.push_back(
        fmt::format("What breaks first is memory: the {} of this machine would hold about {} nodes.",
                    human_bytes(machine), with_commas(rounded(fit))));
  }
  results.notes.push_back(fmt::format("Nodes are numbered by 32 bits: {} at most.", with_commas(kMaxNodes)));
}

Results run_scale(const ExperimentInput& input, const Options& options, const RunContext& context) {
  const Measured rows = measure(input, options, context);
  SeedTable graphs{"graphs", "Graphs", "graph", {}, {}};
  graphs.measures = {{"nodes", "nodes", "of the graph", 0, Unit::kCount},
                     {"edges", "edges", "of the graph", 0, Unit::kCount},
                     {"seconds", "seconds", "of all stages", 2},
                     {"peak_bytes", "peak memory", "the most that the process held", 0, Unit::kBytes},
                     {"bytes_per_node", "a node", "peak memory by nodes", 0, Unit::kBytes},
                     {"bytes_per_edge", "an edge", "peak memory by edges", 0, Unit::kBytes},
                     {"estimated_seconds", "estimated time", "what embed --estimate says over what was used", 2},
                     {"estimated_bytes", "estimated memory", "the same of the memory", 2},
                     {"accuracy", "accuracy", "of classes from the codes of at most 10,000 nodes"}};
  SeedTable stages{"stages", "By stage", "stage", {}, {}};
  stages.measures = {{"seconds", "seconds", "that the stage took", 2},
                     {"peak_bytes", "peak memory", "the most that the process held during it", 0, Unit::kBytes}};
  stages.side_by_side = true;
  SeedTable exponents{"exponents", "Growth: seconds, or bytes, ~ edges^exponent", "stage", {}, {}};
  exponents.measures = {{"time", "time", "by least squares of the logarithms, where a stage takes more than 10 ms", 2},
                        {"memory", "memory", "the fixed part, which every process has, lowers it", 2}};
  exponents.repeats = "";
  SeedTable forecast{"forecast", "Extrapolated to larger graphs", "stage", {}, {}};
  forecast.measures = {{"seconds", "time", "that the stage would take", 0, Unit::kSeconds},
                       {"peak_bytes", "peak memory", "that the process would hold during it", 0, Unit::kBytes}};
  forecast.repeats = "";
  forecast.side_by_side = true;
  Results results;
  for (const auto& [kind, measured] : {std::pair("generated", &rows.generated), std::pair("given", &rows.given)}) {
    for (const ScaleRow& row : *measured) {
      add_graph(graphs, row, kind);
      add_stages(stages, row);
    }
    add_exponents(exponents, *measured, kind);
    tell_growth(results, *measured, kind);
  }
  if (can_forecast(rows.generated)) {
    add_forecast(forecast, rows.generated);
  }
  for (SeedTable* table : {&graphs, &stages, &exponents, &forecast}) {
    if (!table->rows.empty()) {
      results.tables.push_back(std::move(*table));
    }
  }
  const NestedCommunities made = generated(options, 0);
  results.facts["threads"] = context.threads;
  results.facts["generator"] = {{"classes", made.classes},
                                {"mixing", made.mixing},
                                {"community_nodes", made.community_nodes},
                                {"degree_exponent", kNestedDegreeExponent}};
  if (can_forecast(rows.generated)) {
    tell_forecast(results, rows.generated);
  }
  results.notes.push_back(counted(static_cast<std::uint64_t>(context.threads), "thread") + ".");
  return results;
}

Option sizes_option() {
  return {"sizes", std::vector<double>{}, "N,N",
          "Nodes of generated graphs; where no graph is named either, 1000,3000,10000,30000,100000",
          [](std::string_view flag, const OptionValue& value) {
            for (const double size : std::get<std::vector<double>>(value)) {
              if (size != std::floor(size) || size < kMinGeneratedNodes || size > kMaxGeneratedNodes) {
                throw Error(ErrorCode::kConfig, fmt::format("{}: must be whole numbers from {} to {}, not '{}'", flag,
                                                            kMinGeneratedNodes, kMaxGeneratedNodes, size));
              }
            }
          }};
}

}  // namespace

Experiment scale_experiment() {
  return {.name = "scale",
          .summary = "Time and memory by stage on growing graphs, with exponents and an extrapolation",
          .inputs = {.graphs = true, .graph_help = "Graphs to embed instead of generated ones, or beside --sizes"},
          .options = {sizes_option(), positive_option("degree", 10.0, "Mean degree of the generated graphs"),
                      seeds_option(1)},
          .run = run_scale};
}

}  // namespace columnar
