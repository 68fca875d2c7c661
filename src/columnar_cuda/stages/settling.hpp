#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/firing.hpp"

namespace columnar::cuda {

/// Places of a firing whose drives are kept at a time: 36 bytes each at eight lanes.
inline constexpr std::uint64_t kPlacesAtOnce = std::uint64_t{1} << 28U;

/// settle_thresholds() (cortex/settling.hpp) on a GPU. It counts which cells fire and drives all nodes; the CPU moves
/// thresholds and strengthens the few columns that need it, by the functions of its own stage.
[[nodiscard]] DeviceFiring settle_thresholds(const Device& device, const DeviceL4& l4,
                                             const DeviceEligibility& eligibility, const Config& config,
                                             CortexState& state, DeviceCortex& cortex, const RunContext& context);

}  // namespace columnar::cuda
