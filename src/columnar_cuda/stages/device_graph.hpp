#pragma once

#include <cstdint>

#include "columnar/graph.hpp"
#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// The rows of a graph in the memory of a GPU.
struct DeviceGraph {
  /// Copies the rows.
  DeviceGraph(const Device& device, const Graph& graph);

  NodeIndex nodes = 0;
  DeviceArray<std::uint64_t> offsets;
  DeviceArray<NodeIndex> targets;
  DeviceArray<float> weights;  ///< empty if every weight is 1
};

/// The same as pointers, for kernels.
struct GraphRows {
  explicit GraphRows(const DeviceGraph& graph) noexcept
      : nodes(graph.nodes),
        offsets(graph.offsets.data()),
        targets(graph.targets.data()),
        weights(graph.weights.data()) {}

  NodeIndex nodes;
  const std::uint64_t* offsets;
  const NodeIndex* targets;
  const float* weights;  ///< null if every weight is 1
};

}  // namespace columnar::cuda
