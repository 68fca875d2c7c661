#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/device_graph.hpp"

namespace columnar::cuda {

/// True if kernels have room for such a layer; the CPU encodes others.
[[nodiscard]] bool encodes_l6(const L6Config& config) noexcept;

/// encode_l6() (cortex/l6_encoder.hpp) on a GPU, for all nodes of the graph in the order of `rows`, bit for bit: what a
/// node hears is added up in the order of the CPU.
[[nodiscard]] std::vector<std::uint16_t> encode_l6(const Device& device, const DeviceGraph& graph,
                                                   const DeviceArray<NodeIndex>& rows, const L6Config& config,
                                                   std::uint64_t seed, const RunContext& context);

}  // namespace columnar::cuda
