#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/sort.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/readout.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kSharedBytes = 48U << 10U;
constexpr int kFetched = 8;  ///< nodes whose cells are read before they are needed

/// The lessons of some nodes, in the order of the pass: which neuron learns from which node.
__global__ void list_lessons(const NodeIndex* order, std::size_t nodes, const std::uint16_t* firing,
                             std::uint32_t ranks, std::uint32_t first_rank, std::uint32_t per_node,
                             std::uint32_t cells_per_column, std::uint32_t neurons, std::uint32_t* taught,
                             std::uint32_t* shown) {
  const std::size_t i = thread_index();
  if (i >= nodes * per_node) {
    return;
  }
  const NodeIndex node = order[i / per_node];
  const std::uint32_t cell = firing[std::size_t{node} * ranks + first_rank + i % per_node];
  taught[i] = cell / cells_per_column % neurons;
  shown[i] = node;
}

/// What a warp teaches one neuron: the row moves towards the cells of each node shown, in order, as FadingRow does
/// (cortex/fading_row.hpp). The factor of a row stays beside it until the pass ends.
__global__ void teach(const std::uint32_t* shown, const std::uint64_t* starts, const std::uint16_t* firing,
                      std::uint32_t ranks, std::uint32_t cells, float rate, bool in_shared, bool is_last,
                      float* readout, float* factors) {
  constexpr float kFaintest = 1e-12F;
  extern __shared__ float shared_row[];
  const std::uint32_t neuron = blockIdx.x;
  const std::uint64_t begin = starts[neuron];
  const std::uint64_t end = starts[neuron + 1];
  float* stored = readout + std::size_t{neuron} * cells;
  float* row = in_shared ? shared_row : stored;
  const unsigned lane = lane_index();
  if (in_shared) {
    for (std::uint32_t cell = lane; cell < cells; cell += kWarp) {
      row[cell] = stored[cell];
    }
  }
  __syncwarp();
  float factor = factors[neuron];
  const auto settle = [&] {
    __syncwarp();
    for (std::uint32_t cell = lane; cell < cells; cell += kWarp) {
      row[cell] *= factor;
    }
    __syncwarp();
    factor = 1.0F;
  };
  const auto fade = [&] {
    factor *= 1.0F - rate;
    if (factor < kFaintest) {
      settle();
    }
    return rate / factor;
  };
  for (std::uint64_t first = begin; first < end; first += kWarp) {
    const int here = static_cast<int>(end - first < kWarp ? end - first : kWarp);
    const std::uint32_t own = lane < here ? shown[first + lane] : 0;
    for (int k = 0; k < here; k += kFetched) {
      std::uint32_t fetched[kFetched];
#pragma unroll
      for (int f = 0; f < kFetched; ++f) {
        const std::size_t node = __shfl_sync(kAllLanes, own, (k + f) % static_cast<int>(kWarp));
        fetched[f] = lane < ranks ? firing[node * ranks + lane] : 0;
      }
#pragma unroll
      for (int f = 0; f < kFetched; ++f) {
        const std::size_t node = __shfl_sync(kAllLanes, own, (k + f) % static_cast<int>(kWarp));
        if (k + f < here) {
          const float step = fade();
          if (lane < ranks) {
            row[fetched[f]] += step;
          }
          for (std::uint32_t rank = lane + kWarp; rank < ranks; rank += kWarp) {
            row[firing[node * ranks + rank]] += step;
          }
          __syncwarp();
        }
      }
    }
  }
  if (is_last) {
    settle();
  }
  if (in_shared) {
    for (std::uint32_t cell = lane; cell < cells; cell += kWarp) {
      stored[cell] = row[cell];
    }
  }
  if (lane == 0) {
    factors[neuron] = factor;
  }
}

}  // namespace

void learn_readout(const Device& device, const DeviceFiring& firing, const Config& config, CortexState& state,
                   const RunContext& context) {
  const std::size_t nodes = firing.nodes();
  const std::uint64_t passes = readout_passes(config.training, nodes);
  const KeyedRandom random(config.seed, Purpose::kOutstarOrder);
  const auto ranks = static_cast<std::uint32_t>(firing.ranks);
  const std::uint32_t first_rank = std::min(config.readout.teacher_skips, ranks);
  const std::uint32_t per_node = std::min(config.readout.l5a_active, ranks - first_rank);
  const std::uint32_t cells = state.columns * state.cells;
  const bool in_shared = cells * sizeof(float) <= kSharedBytes;
  const std::size_t at_once = std::max<std::uint64_t>(1, kLessonsAtOnce / std::max(1U, per_node));
  DeviceArray<float> readout(device, state.readout);
  DeviceArray<float> factors(device, state.l5a_size);
  std::vector<NodeIndex> order(nodes);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    std::iota(order.begin(), order.end(), NodeIndex{0});
    keyed_shuffle(std::span(order), random, pass);
    factors.upload(std::vector<float>(state.l5a_size, 1.0F));
    for (std::size_t first = 0; first < nodes; first += at_once) {
      const std::size_t count = std::min(at_once, nodes - first);
      const DeviceArray<NodeIndex> shown_nodes(device, std::span<const NodeIndex>(order).subspan(first, count));
      DeviceArray<std::uint32_t> taught(device, count * per_node);
      DeviceArray<std::uint32_t> shown(device, count * per_node);
      if (!taught.empty()) {
        list_lessons<<<blocks_for(taught.size(), kThreads), kThreads, 0, device.stream()>>>(
            shown_nodes.data(), count, firing.cells.data(), ranks, first_rank, per_node, state.cells, state.l5a_size,
            taught.data(), shown.data());
        check_launch("lessons of the readout");
        sort_by_key(device, state.l5a_size, taught, shown);
      }
      const DeviceArray<std::uint64_t> starts = starts_of(device, taught, state.l5a_size);
      teach<<<state.l5a_size, kWarp, in_shared ? cells * sizeof(float) : 0, device.stream()>>>(
          shown.data(), starts.data(), firing.cells.data(), ranks, cells,
          static_cast<float>(config.plasticity.outstar_rate), in_shared, first + count == nodes, readout.data(),
          factors.data());
      check_launch("lessons of the readout");
    }
    context.advance((static_cast<double>(pass) + 1.0) / static_cast<double>(passes));
  }
  readout.download(state.readout);
  for (std::uint32_t neuron = 0; neuron < state.l5a_size; ++neuron) {
    if (!all_finite(std::span<const float>(state.readout).subspan(std::size_t{neuron} * cells, cells))) {
      refuse_as_not_finite(
          "readout", "a weight of neuron " + std::to_string(neuron) + ", after pass " + std::to_string(passes) + ",");
    }
  }
}

}  // namespace columnar::cuda
