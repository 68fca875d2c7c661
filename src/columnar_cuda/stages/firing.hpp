#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar_cuda/stages/device_cortex.hpp"
#include "columnar_cuda/stages/eligibility.hpp"
#include "columnar_cuda/stages/l4_encoder.hpp"

namespace columnar::cuda {

/// The response of L2/3 to every node, on a GPU.
struct DeviceFiring {
  std::size_t ranks = 0;
  DeviceArray<std::uint16_t> cells;  ///< n × ranks
  DeviceArray<float> scores;         ///< n × ranks

  [[nodiscard]] std::size_t nodes() const noexcept { return ranks == 0 ? 0 : cells.size() / ranks; }
};

/// True if kernels have room for the candidates of a node; the CPU drives others.
[[nodiscard]] bool fires(const Config& config) noexcept;

/// fire() (cortex/firing.hpp) on a GPU: sums run in the order of the CPU's, so the response is the same, bit for bit,
/// where the CPU has FMA and drive_exponent is 1/2.
[[nodiscard]] DeviceFiring fire(const Device& device, const DeviceL4& l4, const DeviceEligibility& eligibility,
                                const Config& config, const CortexState& state, DeviceCortex& cortex);

[[nodiscard]] Firing to_host(const DeviceFiring& firing);
[[nodiscard]] DeviceFiring to_device(const Device& device, const Firing& firing);

/// Throws Error(kConfig) if a competition of columns set `what` (NotFinite).
void refuse_competition(int what);

}  // namespace columnar::cuda
