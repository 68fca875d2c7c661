#include <fmt/format.h>

#include <algorithm>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/evaluate/health.hpp"
#include "quality/quality.hpp"

namespace columnar::bench {

Run run_columnar(const Graph& graph, const Config& config) {
  Embedder embedder(config);
  Run run;
  run.table = select_layer(embedder.fit(graph, {1, nullptr}), Layer::kAll);
  check_codes(run.table, "columnar", ErrorCode::kInput);
  const Uniqueness unique = code_health(run.table).unique;
  if (config.readout.tie_break_rounds > 0 && unique.codes != run.table.size()) {
    throw Error(ErrorCode::kInput, fmt::format("columnar: seed {}: {} different codes for {} nodes", config.seed,
                                               unique.codes, run.table.size()));
  }
  for (const StageCost& stage : embedder.report().stages) {
    run.seconds += stage.seconds;
    run.peak_bytes = std::max(run.peak_bytes, stage.peak_bytes);
  }
  return run;
}

}  // namespace columnar::bench
