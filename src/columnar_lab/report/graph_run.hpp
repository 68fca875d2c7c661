#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

/// A graph in figures.
struct GraphFacts {
  std::string name;  ///< as the user gave it
  std::string digest;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t components = 0;
  std::uint64_t isolated_nodes = 0;
  bool directed = false;
  bool weighted = false;
  GraphReadReport read;
  std::optional<EdgeColumns> columns;  ///< see ReadResult
};

/// Counts a graph. `name` is what reports and messages call it, "-" is standard input; `read` is what reading left out.
[[nodiscard]] GraphFacts facts_of(const std::string& name, const Graph& graph, const GraphReadReport& read = {});
/// The same of a graph from a file.
[[nodiscard]] GraphFacts facts_of(const std::string& name, const ReadResult& read);

/// "source, target, weight by the header of the file; not used: date".
[[nodiscard]] std::string columns_text(const EdgeColumns& columns);

[[nodiscard]] Json graph_json(const GraphFacts& graph);

/// Every constant of a config, by name.
[[nodiscard]] Json config_json(const Config& config);

/// What an experiment on a graph runs on. Nothing is copied: graph and labels must outlive the run.
struct GraphRun {
  const Graph* graph = nullptr;    ///< null only until the parameters are checked; never in a run
  const Labels* labels = nullptr;  ///< null or empty where no class is known
  GraphFacts facts;                ///< of the graph, for the report
  Config config;                   ///< experiments over seeds use config.seed and the ones after it
  std::string preset = "default";  ///< what the config started from, for the report

  [[nodiscard]] bool has_labels() const noexcept { return labels != nullptr && !labels->empty(); }
};

/// The most seeds or splits that an experiment takes the mean over.
inline constexpr std::uint32_t kMaxSeeds = 1000;

/// Throws Error(kInput) unless labels, those of the graph of this name, say something.
void require_labels(const std::string& name, const Labels* labels);

}  // namespace columnar
