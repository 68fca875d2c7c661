#include <algorithm>
#include <chrono>

#include "columnar/core/random.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"
#include "quality/quality.hpp"

namespace columnar::bench {
namespace {

constexpr std::uint32_t kWidth = 1800;
constexpr std::uint32_t kActive = 28;

RowMatrix spectral_coordinates(const Graph& graph, const Config& config, std::uint32_t rank) {
  SpectralConfig spectral = config.spectral;
  spectral.rank = rank;
  const Walks walks = sample_walks(graph, config.walks, config.seed, {});
  const Ppmi ppmi = build_ppmi(count_pairs(walks, graph.node_count(), config.walks.window, {}), {});
  return embed_spectrum(ppmi, spectral, config.ppmi.spectral_clip, config.seed, {}).coordinates;
}

RowMatrix gaussian(Eigen::Index rows, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  RowMatrix matrix(rows, kWidth);
  for (Eigen::Index r = 0; r < rows; ++r) {
    for (Eigen::Index c = 0; c < kWidth; ++c) {
      matrix(r, c) = static_cast<float>(random.normal(static_cast<std::uint64_t>(r), static_cast<std::uint64_t>(c)));
    }
  }
  return matrix;
}

}  // namespace

Run run_random_projection(const Graph& graph, const Config& config, std::uint32_t rank) {
  Run run;
  run.table.shape = {.columns = kWidth,
                     .cells_per_column = 1,
                     .active_columns = kActive,
                     .l5a_size = 0,
                     .l5a_active = 0,
                     .layer = Layer::kL23};
  run.table.ids = graph.ids;
  reset_peak_memory();
  const auto start = std::chrono::steady_clock::now();
  const RowMatrix coordinates = spectral_coordinates(graph, config, rank);
  const RowMatrix projection = gaussian(coordinates.cols(), config.seed);
  std::vector<std::uint32_t> best;
  Eigen::RowVectorXf scores(kWidth);
  for (Eigen::Index v = 0; v < coordinates.rows(); ++v) {
    scores.noalias() = coordinates.row(v) * projection;
    top_k(std::span<const float>(scores.data(), kWidth), kActive, best);
    std::ranges::sort(best);
    run.table.bits.insert(run.table.bits.end(), best.begin(), best.end());
  }
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.peak_bytes = peak_memory();
  check_codes(run.table, "random projection", ErrorCode::kInput);
  return run;
}

}  // namespace columnar::bench
