#include <algorithm>

#include "columnar/core/finite.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/stages/drive.cuh"
#include "columnar_cuda/stages/firing.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 128;
constexpr std::uint32_t kCandidatesPerBlock = 640;  ///< of all nodes of a block: a few for each thread
constexpr std::uint32_t kMostCandidates = 4096;     ///< of one node

/// The nodes and what they excite.
struct Stimuli {
  const std::uint16_t* code;     ///< [node][active]
  const std::uint16_t* columns;  ///< [node][width]
  const float* eligibility;      ///< parallel to columns
  std::size_t nodes;
  std::uint32_t active;
  std::uint32_t class_active;
  std::uint32_t width;
  std::uint32_t ranks;
};

/// What a block of nodes shares: scores and cells of the candidates, and the winners of each warp.
struct SharedCandidates {
  __device__ SharedCandidates(float* memory, std::uint32_t candidates)
      : scores(memory),
        cells(reinterpret_cast<std::uint8_t*>(scores + candidates)),
        winners(reinterpret_cast<std::uint16_t*>(cells + (candidates + 1) / 2 * 2)) {}

  float* scores;
  std::uint8_t* cells;
  std::uint16_t* winners;  ///< [warp][winner]
};

std::size_t shared_bytes(std::uint32_t candidates, std::uint32_t winners) {
  return candidates * sizeof(float) + (candidates + 1) / 2 * 2 + kThreads / kWarp * winners * sizeof(std::uint16_t);
}

/// A thread drives one candidate column of a node; then a warp ranks the candidates of a node.
__global__ void fire_nodes(Stimuli stimuli, CortexView cortex, ColumnNumbers numbers, std::uint32_t nodes_per_block,
                           std::uint16_t* out_cells, float* out_scores, int* not_finite) {
  extern __shared__ float shared_memory[];
  const SharedCandidates shared(shared_memory, nodes_per_block * stimuli.width);
  const std::size_t first = std::size_t{blockIdx.x} * nodes_per_block;
  const auto nodes = static_cast<std::uint32_t>(stimuli.nodes - first < nodes_per_block ? stimuli.nodes - first
                                                                                        : std::size_t{nodes_per_block});
  const float share = 1.0F / static_cast<float>(cortex.cells);
  int failed = 0;
  for (std::uint32_t task = threadIdx.x; task < nodes * stimuli.width; task += blockDim.x) {
    const std::size_t node = first + task / stimuli.width;
    const std::size_t candidate = node * stimuli.width + task % stimuli.width;
    const std::uint32_t column = stimuli.columns[candidate];
    const Inputs inputs{stimuli.code + node * stimuli.active, stimuli.active, stimuli.class_active};
    FirstCell cell(cortex, column);
    float sum = 0.0F;
    for (std::uint32_t lane = 0; lane < cortex.lanes; lane += kLanesAtOnce) {
      float drive[kLanesAtOnce];
      sum += drive_lanes(cortex, numbers, inputs, column, lane, drive);
      cell.see(lane, drive);
    }
    const float mean = share * sum;
    const float score = score_of(numbers, stimuli.eligibility[candidate], mean);
    failed |= !isfinite(mean)    ? static_cast<int>(NotFinite::kDrive)
              : !isfinite(score) ? static_cast<int>(NotFinite::kScore)
                                 : 0;
    shared.scores[task] = score;
    shared.cells[task] = static_cast<std::uint8_t>(cell.cell());
  }
  __syncthreads();
  const unsigned warp = threadIdx.x / kWarp;
  for (std::uint32_t n = warp; n < nodes; n += kThreads / kWarp) {
    float* scores = shared.scores + n * stimuli.width;
    const std::uint16_t* columns = stimuli.columns + (first + n) * stimuli.width;
    if (numbers.inhibits) {
      inhibit(cortex, numbers, columns, stimuli.width, scores, shared.winners + warp * numbers.winners);
    }
    const auto key_of = [scores](std::uint32_t i) { return order_key(scores[i]); };
    for (std::uint32_t i = lane_index(); i < stimuli.width; i += kWarp) {
      failed |= isfinite(scores[i]) ? 0 : static_cast<int>(NotFinite::kInhibitedScore);
      const std::uint32_t rank = rank_of(i, stimuli.width, key_of);
      if (rank < stimuli.ranks) {
        const std::size_t out = (first + n) * stimuli.ranks + rank;
        out_cells[out] = static_cast<std::uint16_t>(columns[i] * cortex.cells + shared.cells[n * stimuli.width + i]);
        out_scores[out] = scores[i];
      }
    }
  }
  if (failed != 0) {
    atomicOr(not_finite, failed);
  }
}

}  // namespace

bool fires(const Config& config) noexcept {
  return std::min(config.eligibility.candidate_columns, config.l23.columns) <= kMostCandidates &&
         config.l23.active_columns <= kMostCandidates / 2;
}

void refuse_competition(int what) {
  const auto holds = [what](NotFinite kind) { return (what & static_cast<int>(kind)) != 0; };
  if (holds(NotFinite::kDrive)) {
    refuse_as_not_finite("columns", "the drive of a column");
  }
  if (holds(NotFinite::kScore)) {
    refuse_as_not_finite("columns", "the score of a column");
  }
  if (holds(NotFinite::kInhibitedScore)) {
    refuse_as_not_finite("columns", "the score of a column, once inhibited,");
  }
}

DeviceFiring fire(const Device& device, const DeviceL4& l4, const DeviceEligibility& eligibility, const Config& config,
                  const CortexState& state, DeviceCortex& cortex) {
  const std::uint32_t ranks = std::min(config.l23.active_columns + config.readout.l5a_active, eligibility.width);
  const std::size_t nodes = l4.nodes();
  DeviceFiring firing;
  firing.ranks = ranks;
  firing.cells = DeviceArray<std::uint16_t>(device, nodes * ranks);
  firing.scores = DeviceArray<float>(device, nodes * ranks);
  if (nodes == 0) {
    return firing;
  }
  const std::uint32_t nodes_per_block = std::max(1U, kCandidatesPerBlock / eligibility.width);
  const Stimuli stimuli{l4.bits.data(),
                        eligibility.columns.data(),
                        eligibility.values.data(),
                        nodes,
                        l4.active,
                        l4.class_active,
                        eligibility.width,
                        ranks};
  DeviceArray<int> not_finite(device, 1);
  not_finite.clear();
  fire_nodes<<<blocks_for(nodes, nodes_per_block), kThreads,
               shared_bytes(nodes_per_block * eligibility.width, config.l23.active_columns), device.stream()>>>(
      stimuli, cortex.view(), ColumnNumbers(config.l23, state), nodes_per_block, firing.cells.data(),
      firing.scores.data(), not_finite.data());
  check_launch("firing");
  refuse_competition(not_finite.to_host().front());
  return firing;
}

Firing to_host(const DeviceFiring& firing) { return {firing.ranks, firing.cells.to_host(), firing.scores.to_host()}; }

DeviceFiring to_device(const Device& device, const Firing& firing) {
  return {firing.ranks, DeviceArray<std::uint16_t>(device, firing.cells), DeviceArray<float>(device, firing.scores)};
}

}  // namespace columnar::cuda
