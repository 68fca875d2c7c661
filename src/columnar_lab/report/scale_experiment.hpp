#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/scale.hpp"
#include "columnar_lab/report/json.hpp"

/// `columnar evaluate scale` for any caller: time and memory by stage on growing graphs.

namespace columnar {

/// A graph in memory; labels may be null.
struct LoadedGraph {
  std::shared_ptr<const Graph> graph;
  std::shared_ptr<const Labels> labels;
};

/// A graph whose embedding is measured, brought to memory when its turn comes.
struct ScaleGraph {
  std::string name;
  std::function<LoadedGraph()> load;
};

/// A graph file. It is read twice: to learn how many edges it has, and when its turn comes.
[[nodiscard]] ScaleGraph scale_file(const std::string& path, const ReadOptions& options = {});

/// A graph in memory, which must outlive the run. What it occupies counts for every graph that is measured.
[[nodiscard]] ScaleGraph scale_graph(const std::string& name, const Graph& graph);

struct ScaleExperiment {
  Config config;
  std::string preset = "default";  ///< what the config started from, for the report
  std::uint32_t seeds = 1;         ///< config.seed and the ones after it
  std::vector<NodeIndex> sizes;    ///< nodes of generated graphs (nested_communities), in any order
  double mean_degree = 10.0;       ///< of the generated graphs
  std::vector<ScaleGraph> graphs;  ///< beside them or alone
};

/// 1,000 to 100,000 nodes; quick: to 10,000.
[[nodiscard]] std::vector<NodeIndex> default_scale_sizes(bool quick = false);

/// The fewest and the most nodes of a generated graph.
inline constexpr NodeIndex kMinScaleNodes = 100;
inline constexpr NodeIndex kMaxScaleNodes = 50'000'000;

/// The sizes whose needs are extrapolated from the generated graphs.
inline constexpr std::array<double, 2> kForecastNodes{1e8, 1e9};

/// Graphs of one kind, whose growth can be fitted, by edges.
struct ScaleGroup {
  std::string key;  ///< "generated" or "files"
  std::vector<ScaleRow> rows;
};

struct ScaleResults {
  int threads = 1;
  std::uint64_t machine_bytes = 0;  ///< memory of this machine; 0 where unknown
  std::vector<ScaleGroup> groups;   ///< "generated" first; only those that have rows
};

/// Whether the needs of larger graphs can be told from these: generated ones, of at least two sizes.
[[nodiscard]] bool can_forecast(const ScaleGroup& group);

/// Throws Error(kConfig) for impossible parameters, and where there is no graph at all. Reads no file.
void check_scale(const ScaleExperiment& experiment);

/// Embeds all graphs from small to large: memory that a larger one left behind would count for a smaller one. Stages
/// are called "NAME: STAGE". Errors as check_scale, nested_communities, the Embedder and the loads.
[[nodiscard]] ScaleResults run_scale(const ScaleExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json scale_json(const ScaleExperiment& experiment, const ScaleResults& results);

}  // namespace columnar
