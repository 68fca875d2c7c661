#include "columnar_cuda/stages/cuda_stages.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar/model/fit_pipeline.hpp"
#include "columnar_cuda/stages/column_training.hpp"
#include "columnar_cuda/stages/device_need.hpp"
#include "columnar_cuda/stages/l6_encoder.hpp"
#include "columnar_cuda/stages/readout.hpp"
#include "columnar_cuda/stages/regions.hpp"
#include "columnar_cuda/stages/settling.hpp"
#include "columnar_cuda/stages/spectrum.hpp"

namespace columnar::cuda {
namespace {

[[noreturn]] void refuse(const char* flag, const char* reason) {
  throw Error(ErrorCode::kConfig, fmt::format("{}: {} on the CPU only, not with --device cuda", flag, reason));
}

/// True if kernels have room for a cortex of these sizes.
bool has_room(const Config& config) {
  return encodes_l4(config.l4) && trains(config) && fires(config) && reads_out(config);
}

}  // namespace

void CudaStages::begin(FitPipeline& run) {
  if (run.has_checkpoints()) {
    refuse("--checkpoint", "runs are kept");
  }
  if (!run.counting().spill_directory.empty()) {
    refuse("--memory-limit", "pairs go into a temporary file");
  }
  if (run.config().spectral.method == SpectralMethod::kGha) {
    refuse("--spectral gha", "Sanger's rule runs");
  }
  if (!run.config().training.balanced) {
    refuse("--no-balanced (a part of --preset paper)", "pairs are drawn from the walks");
  }
  require_room(device_need(run.graph(), run.config()), device_.free_bytes(), device_.name());
}

void CudaStages::walks(FitPipeline& run) {
  graph_.emplace(device_, run.graph());
  walks_ = sample_walks(device_, *graph_, run.config().walks, run.config().seed);
  device_.synchronize();
}

void CudaStages::pairs(FitPipeline& run) {
  const Config& config = run.config();
  DeviceCount count = compute_ppmi(device_, walks_, run.graph().node_count(), config.walks.window,
                                   pair_evidence(config), run.context());
  walks_ = {};
  pairs_ = std::move(count.pairs);
  CountedPairs& found = run.data().pairs;
  found.marginals = std::move(count.marginals);
  found.distinct = count.distinct;
  found.ppmi.offsets = pairs_.offsets.to_host();
}

void CudaStages::presentations(FitPipeline& run) {
  constexpr std::size_t kDrawnPerBlock = 1024;
  FitData& data = run.data();
  const std::vector<std::uint64_t>& offsets = data.pairs.ppmi.offsets;
  const TrainingStream stream(data.walks, data.pairs.ppmi, run.config());
  data.presentations.resize(stream.empty() ? 0
                                           : presentation_count(run.config().training, data.pairs.ppmi.node_count()));
  std::vector<std::uint64_t> numbers(data.presentations.size());
  parallel_blocks(run.context().threads, numbers.size(), kDrawnPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      data.presentations[t].v = stream.node_at(t);
      numbers[t] = offsets[data.presentations[t].v] + stream.entry_at(t);
    }
  });
  const std::vector<Ppmi::Entry> entries = entries_at(device_, pairs_, numbers);
  for (std::size_t t = 0; t < entries.size(); ++t) {
    data.presentations[t].u = entries[t].column;
    data.presentations[t].ppmi = entries[t].value;
  }
}

void CudaStages::spectrum(FitPipeline& run) {
  coordinates_ = node_coordinates(device_, pairs_, *graph_, run.config(), run.context());
  pairs_ = {};
  RowMatrix& coordinates = run.data().coordinates;
  coordinates.resize(static_cast<Eigen::Index>(coordinates_.rows), static_cast<Eigen::Index>(coordinates_.columns));
  device_.download(coordinates.data(), coordinates_.data(), coordinates_.numbers.bytes());
}

void CudaStages::attributes(FitPipeline& run) {
  FitStages::attributes(run);
  const RowMatrix& coordinates = run.data().coordinates;
  coordinates_ = DeviceMatrix();
  coordinates_ =
      DeviceMatrix(device_, static_cast<std::size_t>(coordinates.rows()), static_cast<std::size_t>(coordinates.cols()));
  coordinates_.numbers.upload(numbers_of(coordinates));
}

void CudaStages::regions(FitPipeline& run) {
  run.data().regions =
      partition(device_, products_, coordinates_, run.config().spectral, run.config().seed, run.context());
}

void CudaStages::eligibility(FitPipeline& run) {
  const Config& config = run.config();
  if (!has_room(config)) {
    FitStages::eligibility(run);
    return;
  }
  eligibility_ = build_eligibility(device_, products_, coordinates_, run.data().regions.centroids, config.eligibility,
                                   config.l23.columns, config.seed, run.context());
  coordinates_ = {};
}

void CudaStages::l4_codes(FitPipeline& run) {
  const Config& config = run.config();
  if (!has_room(config)) {
    FitStages::l4_codes(run);
    return;
  }
  const FitData& data = run.data();
  l4_ = encode_l4(device_, *graph_, DeviceArray<NodeIndex>(device_, run.rows()), config.l4, config.seed, run.context());
  if (data.attribute_space.weights.uses_attributes()) {
    L4Codes codes = to_host(l4_);
    set_class_bits(data.coordinates, config.l4, config.seed, run.context().threads, codes);
    l4_ = to_device(device_, codes);
  }
}

void CudaStages::columns(FitPipeline& run) {
  if (!has_room(run.config())) {
    FitStages::columns(run);
    return;
  }
  CortexProgress& progress = run.data().progress;
  cortex_.emplace(device_, progress.cortex);
  progress.at.presentations = learn_columns(device_, run.data().presentations, l4_, eligibility_, run.config(),
                                            progress.cortex, *cortex_, run.context());
}

void CudaStages::settling(FitPipeline& run) {
  if (!has_room(run.config())) {
    FitStages::settling(run);
    return;
  }
  firing_ =
      settle_thresholds(device_, l4_, eligibility_, run.config(), run.data().progress.cortex, *cortex_, run.context());
}

void CudaStages::readout(FitPipeline& run) {
  const Config& config = run.config();
  if (!has_room(config)) {
    FitStages::readout(run);
    return;
  }
  CortexProgress& progress = run.data().progress;
  if (firing_.nodes() == 0) {
    firing_ = fire(device_, l4_, eligibility_, config, progress.cortex, *cortex_);
  }
  eligibility_ = {};
  l4_ = {};
  cortex_.reset();
  if (config.plasticity.outstar) {
    learn_readout(device_, firing_, config, progress.cortex, run.context());
  }
  const DeviceArray<NodeIndex> keys(device_, run.rows());
  Codes codes = read_out(device_, firing_, config, progress.cortex, keys, run.context());
  firing_ = {};
  progress.codes = std::move(codes.bits);
  progress.at.tie_breaks = codes.tie_breaks;
}

void CudaStages::l6_codes(FitPipeline& run) {
  const Config& config = run.config();
  if (!encodes_l6(config.l6)) {
    FitStages::l6_codes(run);
    return;
  }
  run.data().l6 =
      encode_l6(device_, *graph_, DeviceArray<NodeIndex>(device_, run.rows()), config.l6, config.seed, run.context());
}

}  // namespace columnar::cuda
