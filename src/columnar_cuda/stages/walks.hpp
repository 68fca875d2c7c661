#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_cuda/device/device_array.hpp"
#include "columnar_cuda/stages/device_graph.hpp"

namespace columnar::cuda {

/// Walks in the memory of a GPU, laid out as in Walks.
struct DeviceWalks {
  std::uint32_t length = 0;
  DeviceArray<NodeIndex> nodes;

  [[nodiscard]] std::uint64_t count() const noexcept { return length == 0 ? 0 : nodes.size() / length; }
};

/// The walks that columnar::sample_walks draws, node for node: the same draws, and the same operations on floating
/// point in the same order. One thread draws a walk. On a weighted graph it holds a number per edge meanwhile.
[[nodiscard]] DeviceWalks sample_walks(const Device& device, const DeviceGraph& graph, const WalkConfig& config,
                                       std::uint64_t seed);

/// The same with arrays of the host, for graphs whose walks fit into the memory of the GPU.
[[nodiscard]] Walks sample_walks(const Device& device, const Graph& graph, const WalkConfig& config,
                                 std::uint64_t seed);

}  // namespace columnar::cuda
