#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/embedder.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "columnar_lab/report/graph_run.hpp"

/// What one run of `columnar embed` has to tell, by the Embedder or by another method, for any caller.

namespace columnar {

struct WrittenFile {
  std::string path;
  std::string what;  ///< "codes", "model", "vectors" or "ids"
  std::uint64_t bytes = 0;
};

/// [{"path", "what", "bytes"}].
[[nodiscard]] Json written_json(const std::vector<WrittenFile>& written);

/// Of the Embedder.
struct EmbedSummary {
  GraphFacts graph;
  std::string preset = "default";
  Config config;
  int threads = 1;
  FitReport fit;                   ///< its stages, with those of the caller around them
  std::vector<std::string> hints;  ///< notes of the caller
  std::optional<std::uint64_t> labelled_nodes;
  SdrShape shape;
  CodeHealth health;
  std::vector<WrittenFile> written;
};

/// The summary of a fit on run.graph, with the health of its codes, of all layers or the chosen one, as a stage
/// "health". The config is that of the embedder. Errors as code_health.
[[nodiscard]] EmbedSummary summarise_fit(const GraphRun& run, const Embedder& embedder, const SdrTable& codes,
                                         const RunContext& context);

/// All that `columnar embed --json` prints.
[[nodiscard]] Json summary_json(const EmbedSummary& summary);

/// All that `columnar embed --estimate --json` prints.
[[nodiscard]] Json estimate_json(const GraphFacts& graph, const Estimate& estimate, int threads);

/// Of any other method.
struct BaselineSummary {
  GraphFacts graph;
  Method method;
  int threads = 1;
  Config config;  ///< of which seed and walks count
  BaselineConfig baseline;
  std::vector<std::string> notes;
  std::optional<std::uint64_t> labelled_nodes;
  std::string kind;                  ///< "64 floats", "28 of 1,800 bits"
  std::optional<CodeHealth> health;  ///< of codes
  SdrShape shape;                    ///< of codes
  std::vector<StageCost> stages;     ///< with those of the caller around them
  std::vector<WrittenFile> written;
};

/// An embedding and how it came about.
struct BaselineRun {
  Embedding embedding;
  BaselineSummary summary;
};

/// Embeds run.graph by a method other than the Embedder, with the seed and the walks of run.config; codes are measured
/// in a stage "health". Errors as embed_by.
[[nodiscard]] BaselineRun run_baseline(const Method& method, const GraphRun& run, const BaselineConfig& baseline,
                                       const RunContext& context);

/// All that `columnar embed --method … --json` prints.
[[nodiscard]] Json baseline_json(const BaselineSummary& summary);

/// As provenance_json, of a method that makes codes.
[[nodiscard]] std::string baseline_metadata(const BaselineSummary& summary);

}  // namespace columnar
