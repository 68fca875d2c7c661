#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/device_graph.hpp"

namespace columnar::cuda {

/// The input layer on a GPU.
struct DeviceL4 {
  std::uint32_t active = 0;
  std::uint32_t class_active = 0;
  DeviceArray<std::uint16_t> bits;  ///< n × active

  [[nodiscard]] std::size_t nodes() const noexcept { return active == 0 ? 0 : bits.size() / active; }
};

/// True if encode_l4 below has room for such codes; the CPU makes others.
[[nodiscard]] bool encodes_l4(const L4Config& config) noexcept;

/// encode_l4() (cortex/l4_encoder.hpp) on a GPU, for all nodes of the graph in the order of `rows`, bit for bit.
[[nodiscard]] DeviceL4 encode_l4(const Device& device, const DeviceGraph& graph, const DeviceArray<NodeIndex>& rows,
                                 const L4Config& config, std::uint64_t seed, const RunContext& context);

/// Bytes that it takes on the GPU meanwhile, beside the graph and the codes.
[[nodiscard]] std::uint64_t l4_bytes(std::uint64_t nodes, const L4Config& config) noexcept;

[[nodiscard]] L4Codes to_host(const DeviceL4& l4);
[[nodiscard]] DeviceL4 to_device(const Device& device, const L4Codes& l4);

}  // namespace columnar::cuda
