#pragma once

#include "columnar/config.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/device_graph.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"
#include "columnar_cuda/stages/pairs.hpp"

namespace columnar::cuda {

/// The coordinates of columnar::node_coordinates by the same method, truncated_svd and smoothing over the edges: the
/// same random start, the same rounding of the basis. Sums run in another order than on the CPU, so that coordinates
/// agree up to a rotation of nearly equal directions and to rounding. What is small, factors of at most rank +
/// oversampling columns, the host computes.
[[nodiscard]] DeviceMatrix node_coordinates(const Device& device, const DevicePairs& pairs, const DeviceGraph& graph,
                                            const Config& config, const RunContext& context);

/// Bytes that it takes on the GPU beside pairs and graph.
[[nodiscard]] std::uint64_t spectrum_bytes(NodeIndex nodes, const SpectralConfig& config) noexcept;

}  // namespace columnar::cuda
