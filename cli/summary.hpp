#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/evaluate/health.hpp"
#include "columnar/model/embedder.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/report/graph_run.hpp"
#include "reports.hpp"

namespace columnar::cli {

struct WrittenFile {
  std::string path;
  std::string what;  ///< "codes", "model", "vectors" or "ids"
  std::uint64_t bytes = 0;
};

/// Everything that one run of `columnar embed` has to tell.
struct EmbedSummary {
  GraphFacts graph;
  std::string preset;
  Config config;
  int threads = 1;
  FitReport fit;                   ///< its stages, with reading and writing around them
  std::vector<std::string> hints;  ///< notes of the command itself
  std::optional<std::uint64_t> labelled_nodes;
  SdrShape shape;
  CodeHealth health;
  std::vector<WrittenFile> written;
};

[[nodiscard]] std::string graph_text(const GraphFacts& graph);
[[nodiscard]] std::string summary_text(const EmbedSummary& summary);
[[nodiscard]] Json summary_json(const EmbedSummary& summary);

[[nodiscard]] std::string estimate_text(const GraphFacts& graph, const Estimate& estimate, int threads);
[[nodiscard]] Json estimate_json(const GraphFacts& graph, const Estimate& estimate, int threads);

}  // namespace columnar::cli
