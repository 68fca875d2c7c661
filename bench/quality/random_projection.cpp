#include <chrono>

#include "columnar/core/stage_meter.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/baselines/k_winners.hpp"
#include "columnar_lab/baselines/ppmi_svd.hpp"
#include "quality/quality.hpp"

namespace columnar::bench {

Run run_random_projection(const Graph& graph, const Config& config, std::uint32_t rank) {
  BaselineConfig baseline;
  baseline.dimensions = rank;
  Run run;
  reset_peak_memory();
  const auto start = std::chrono::steady_clock::now();
  run.table = k_winners(ppmi_svd(graph, config.walks, baseline, config.seed, {}), config.seed, {});
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.peak_bytes = peak_memory();
  check_codes(run.table, "random projection", ErrorCode::kInput);
  return run;
}

}  // namespace columnar::bench
