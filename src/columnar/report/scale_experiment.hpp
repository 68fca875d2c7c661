#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/core/progress.hpp"
#include "columnar/evaluate/scale.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/report/json.hpp"

/// `columnar evaluate scale` for any caller: time and memory by stage on growing graphs.

namespace columnar {

/// A graph whose embedding is measured, brought to memory when its turn comes.
struct ScaleGraph {
  std::string name;
  std::function<std::shared_ptr<const Graph>()> load;
};

/// A graph file. It is read twice: to learn how many edges it has, and when its turn comes.
[[nodiscard]] ScaleGraph scale_file(const std::string& path, const ReadOptions& options = {});

/// A graph in memory, which must outlive the run. What it occupies counts for every graph that is measured.
[[nodiscard]] ScaleGraph scale_graph(const std::string& name, const Graph& graph);

/// What the generated graphs have in common.
inline constexpr std::int32_t kScaleClasses = 8;
inline constexpr double kScaleMixing = 0.2;

struct ScaleExperiment {
  Config config;
  std::string preset = "default";  ///< what the config started from, for the report
  std::uint32_t seeds = 1;         ///< config.seed and the ones after it
  std::vector<NodeIndex> sizes;    ///< nodes of generated graphs (planted_communities), in any order
  double mean_degree = 10.0;       ///< of the generated graphs
  std::vector<ScaleGraph> graphs;  ///< beside them or alone
};

/// 1,000 to 100,000 nodes; quick: to 10,000.
[[nodiscard]] std::vector<NodeIndex> default_scale_sizes(bool quick = false);

/// The fewest and the most nodes of a generated graph.
inline constexpr NodeIndex kMinScaleNodes = 100;
inline constexpr NodeIndex kMaxScaleNodes = 50'000'000;

/// Graphs of one kind, whose growth can be fitted, by edges.
struct ScaleGroup {
  std::string key;  ///< "generated" or "files"
  std::vector<ScaleRow> rows;
};

struct ScaleResults {
  int threads = 1;
  std::vector<ScaleGroup> groups;  ///< "generated" first; only those that have rows
};

/// Throws Error(kConfig) for impossible parameters, and where there is no graph at all. Reads no file.
void check_scale(const ScaleExperiment& experiment);

/// Embeds all graphs from small to large: memory that a larger one left behind would count for a smaller one. Stages
/// are called "NAME: STAGE". Errors as check_scale, planted_communities, the Embedder and the loads.
[[nodiscard]] ScaleResults run_scale(const ScaleExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json scale_json(const ScaleExperiment& experiment, const ScaleResults& results);

}  // namespace columnar
