#pragma once

#include <cstdint>

#include "columnar/core/random.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/device_graph.hpp"

// What a node of L6 passes on, as a warp draws it.

namespace columnar::cuda {

/// The graph, what draws need, and the mean weights of edges.
struct Voices {
  GraphRows graph;
  const NodeIndex* rows;  ///< [place]: the node
  const double* scales;   ///< [node]: makes the mean weight of its edges 1; null if every weight is 1
  std::uint32_t size;     ///< neurons
  std::uint32_t active;
  std::uint32_t fan;
  KeyedRandom identities;
  KeyedRandom lots;
  KeyedRandom seats;
};

__device__ inline std::uint16_t identity_of(const Voices& voices, NodeIndex node) {
  return static_cast<std::uint16_t>(voices.identities.below(voices.size, node, 0));
}

/// Weight of an edge relative to the mean edge of the node that it leaves.
__device__ inline float weight_of(const Voices& voices, NodeIndex node, std::uint64_t edge) {
  return voices.scales == nullptr
             ? 1.0F
             : static_cast<float>(voices.scales[node] * static_cast<double>(voices.graph.weights[edge]));
}

/// What each node passes on: at most `fan` neurons, and their worth; one for the node where edges have no weights.
struct Fans {
  std::uint32_t* sizes;    ///< [node]
  std::uint16_t* neurons;  ///< [node][fan]
  float* worth;            ///< [node][fan], or [node]
};

/// The edges of a node that it passes on, ascending, into `edges`: all, or those with the lowest lots. Returns how
/// many.
__device__ inline std::uint32_t draw_fan(const Voices& voices, NodeIndex node, std::uint64_t* lots,
                                         std::uint64_t* edges) {
  const std::uint64_t first = voices.graph.offsets[node];
  const std::uint64_t degree = voices.graph.offsets[node + std::size_t{1}] - first;
  const std::uint32_t held = static_cast<std::uint32_t>(degree < voices.fan ? degree : voices.fan);
  for (std::uint32_t k = lane_index(); k < held; k += kWarp) {
    edges[k] = first + k;
    if (degree > voices.fan) {
      lots[k] = voices.lots.bits(node, voices.graph.targets[first + k]);
    }
  }
  __syncwarp();
  if (degree <= voices.fan) {
    return held;
  }
  // Whoever has drawn a lower lot than the highest one held takes its place. Lots of equal value fall to lower edges.
  std::uint32_t highest = 0;
  const auto find_highest = [&] {
    std::uint64_t lot = 0;
    std::uint32_t place = 0;
    for (std::uint32_t k = lane_index(); k < held; k += kWarp) {
      if (k < kWarp || lots[k] > lot || (lots[k] == lot && edges[k] > edges[place])) {
        lot = lots[k];
        place = k;
      }
    }
    bool is_any = lane_index() < held;
    for (unsigned step = kWarp / 2; step > 0; step /= 2) {
      const std::uint64_t other_lot = __shfl_xor_sync(kAllLanes, lot, step);
      const std::uint32_t other = __shfl_xor_sync(kAllLanes, place, step);
      const bool other_any = __shfl_xor_sync(kAllLanes, is_any ? 1 : 0, step) != 0;
      if (other_any && (!is_any || other_lot > lot || (other_lot == lot && edges[other] > edges[place]))) {
        lot = other_lot;
        place = other;
        is_any = true;
      }
    }
    highest = place;
  };
  find_highest();
  for (std::uint64_t begin = held; begin < degree; begin += kWarp) {
    const std::uint64_t k = begin + lane_index();
    const std::uint64_t lot = k < degree ? voices.lots.bits(node, voices.graph.targets[first + k]) : ~std::uint64_t{0};
    unsigned lower = __ballot_sync(kAllLanes, k < degree && lot < lots[highest]);
    while (lower != 0) {
      const int lane = __ffs(static_cast<int>(lower)) - 1;
      const std::uint64_t taken = __shfl_sync(kAllLanes, lot, lane);
      if (taken < lots[highest]) {
        __syncwarp();
        if (lane_index() == 0) {
          lots[highest] = taken;
          edges[highest] = first + begin + static_cast<unsigned>(lane);
        }
        __syncwarp();
        find_highest();
      }
      lower &= lower - 1;
    }
  }
  __syncwarp();  // whoever still reads a lot, before it is overwritten
  // In the order of the edges.
  for (std::uint32_t base = 0; base < held; base += kWarp) {
    const std::uint32_t k = base + lane_index();
    if (k < held) {
      std::uint32_t rank = 0;
      for (std::uint32_t j = 0; j < held; ++j) {
        rank += edges[j] < edges[k] ? 1U : 0U;
      }
      lots[rank] = edges[k];
    }
  }
  __syncwarp();
  for (std::uint32_t k = lane_index(); k < held; k += kWarp) {
    edges[k] = lots[k];
  }
  __syncwarp();
  return held;
}

}  // namespace columnar::cuda
