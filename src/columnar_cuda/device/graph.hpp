#pragma once

#include <cstdint>
#include <span>

#include "columnar/graph.hpp"
#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// A graph in compressed sparse rows on the GPU.
struct DeviceGraph {
  DeviceGraph() = default;
  DeviceGraph(const Device& device, const Graph& graph)
      : offsets(device, graph.offsets), targets(device, graph.targets), weights(device, graph.weights) {}

  [[nodiscard]] std::size_t node_count() const noexcept { return offsets.size() - 1; }

  DeviceArray<std::uint64_t> offsets;
  DeviceArray<NodeIndex> targets;
  DeviceArray<float> weights;  ///< empty if every weight is 1
};

/// The same for kernels.
struct GraphView {
  explicit GraphView(const DeviceGraph& graph)
      : nodes(graph.node_count()),
        offsets(graph.offsets.data()),
        targets(graph.targets.data()),
        weights(graph.weights.data()) {}

  std::size_t nodes;
  const std::uint64_t* offsets;
  const NodeIndex* targets;
  const float* weights;  ///< null if every weight is 1
};

}  // namespace columnar::cuda
