#include "columnar_cuda/stages/device_graph.hpp"

#include <span>

namespace columnar::cuda {

DeviceGraph::DeviceGraph(const Device& device, const Graph& graph)
    : nodes(graph.node_count()),
      offsets(device, std::span<const std::uint64_t>(graph.offsets)),
      targets(device, std::span<const NodeIndex>(graph.targets)),
      weights(device, std::span<const float>(graph.weights)) {}

}  // namespace columnar::cuda
